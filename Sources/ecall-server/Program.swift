import ArgumentParser
import ECallServer

@main
enum Program {
    static func main() async { await ServerCommand.main() }
}
