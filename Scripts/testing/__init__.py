"""How ./test runs what it runs: several jobs beside each other, each with a time limit, failures once more by themselves."""
