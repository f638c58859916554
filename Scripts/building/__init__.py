"""What SwiftPM builds, where it is kept, and what of it shows."""
