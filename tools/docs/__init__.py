"""`rulewright docs`: the language reference, written from the words themselves."""
