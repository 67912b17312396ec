"""`rulewright simulate`: many games with bots, summed up."""
