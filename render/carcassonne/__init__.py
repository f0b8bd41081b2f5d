"""Pictures of Carcassonne: land tiles drawn from their facts, boards, previews, words for those who read."""
