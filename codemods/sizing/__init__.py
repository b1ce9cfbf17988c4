"""How large a change is for a reviewer: source lines that are new, moved ones and tests apart."""
