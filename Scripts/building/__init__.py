"""The builds of SwiftPM, their cache, and their progress."""
