"""The parts of Scripts/check-project.py."""
