"""The only package that talks to the Neo4j driver."""
