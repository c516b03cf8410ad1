"""A slow and obvious model of KIP's data and of KQL, against which the engine is compared."""
