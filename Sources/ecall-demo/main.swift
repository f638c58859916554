import ArgumentParser
import ECallDemonstration

await DemoCommand.main()
