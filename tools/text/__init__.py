"""`rulewright text`: the rules of a game, or of one card, in words."""
