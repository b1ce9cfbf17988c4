"""A migration as a branch of git: one commit a step, made of objects and one ref, while HEAD, index and work tree stay what they are."""
