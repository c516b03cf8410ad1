"""The only package that talks to the Neo4j driver."""

import logging

# What the driver has to say is said by the errors raised; without a handler it would write to stderr.
logging.getLogger("neo4j").addHandler(logging.NullHandler())
