"""`rulewright replay`: plays a recorded game again and checks that it ends where it ended."""
