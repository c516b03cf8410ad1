"""Logical plan to Cypher syntax tree, one module per construct."""
