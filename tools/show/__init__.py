"""`rulewright show`: the merged ruleset, with the origin of every value."""
