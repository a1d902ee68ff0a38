"""The pages of positions: addresses, texts with ids in them, words in two languages, the page itself, its handlers."""
