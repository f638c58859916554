import ArgumentParser

await ServerCommand.main()
