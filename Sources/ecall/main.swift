import ECallCommandLine

await ECallProgram.main(Array(CommandLine.arguments.dropFirst()))
