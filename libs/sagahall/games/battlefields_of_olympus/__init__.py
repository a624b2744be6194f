"""Battlefields of Olympus, by Peter Grant: fight with hidden armies for the territories that please the gods."""
