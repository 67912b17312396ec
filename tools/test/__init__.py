"""`rulewright test`: runs the scenarios, the rules tests that stand as data beside a game."""
