"""A field of the context that hooks are handed gets another name: who reads it reads the new one, or it is said why not."""
