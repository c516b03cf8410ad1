"""Recall: from a question in plain words to what the memory holds."""
