"""`rulewright diff`: what differs between two rulesets, in rule terms."""
