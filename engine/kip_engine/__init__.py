"""What the product knows how to do: execution, schema, search, capsules, spaces, storage."""
