"""`rulewright profile`: which effects, cards and parts of a game its playing time goes into."""
