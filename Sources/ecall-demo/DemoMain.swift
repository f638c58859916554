import ArgumentParser
import ECallDemonstration

@main
enum DemoMain {
    static func main() async { await DemoCommand.main() }
}
