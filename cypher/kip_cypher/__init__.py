"""KIP's syntax tree to Cypher text and parameters: pure, without a driver and without I/O."""
