"""The JSON Schemas of what is printed as JSON, derived from the values by `..document`."""
