"""`rulewright schema`: a card schema for each game, from the kinds it declares."""
