"""One site explained: hops, chain, reach, copies, history."""
