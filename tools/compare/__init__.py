"""`rulewright compare`: what a variant changes, measured on paired games."""
