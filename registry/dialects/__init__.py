"""The shelf of dialects: how a target spells descriptor, registration and lookup."""
