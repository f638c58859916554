import ECallDemonstration

await DemoCommand.main()
