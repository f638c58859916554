import ECallCommandLine
import Foundation

exit(await ECallProgram.run(Array(CommandLine.arguments.dropFirst())))
