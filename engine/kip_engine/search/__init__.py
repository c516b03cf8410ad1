"""SEARCH: from words to elements."""
