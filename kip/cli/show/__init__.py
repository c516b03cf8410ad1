"""Answers and errors as a person likes to read them."""
