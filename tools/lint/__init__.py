"""`rulewright lint`: every finding in content, at its place."""
