"""The parts of Scripts/texts.py."""
