"""Sites, changes and findings to SARIF 2.1.0, within what GitHub's code scanning takes."""
