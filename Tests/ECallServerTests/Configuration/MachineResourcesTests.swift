import Testing

@testable import ECallServer
@testable import ServerFoundation

@Suite("Resources of the machine", .timeLimit(.minutes(1)))
struct MachineResourcesTests {
    @Test(
        "a nearly full disk is reported with its mount point",
        arguments: [(nil, false), (64 << 20, false), ((64 << 20) - 1, true), (0, true)] as [(UInt64?, Bool)])
    func space(free: UInt64?, isSaid: Bool) {
        let said = MachineResources.spaceWarning(free: free, in: "/var/lib/ecall", disk: "/var")
        #expect((said != nil) == isSaid)
        #expect(said?.contains("on the disk of /var/lib/ecall, mounted at /var") ?? true)
    }

    @Test("a low limit of open files is reported", arguments: [(4096, false), (4095, true), (256, true)])
    func descriptors(count: Int, isSaid: Bool) {
        #expect((MachineResources.descriptorWarning(count) != nil) == isSaid)
    }

    @Test(
        "a missing program is a problem, with its package",
        arguments: [
            (["janus", "turnserver"], []), (["janus"], ["coturn"]), (["turnserver"], ["janus"]),
            ([], ["janus", "coturn"]),
        ] as [([String], [String])])
    func programs(installed: [String], missing: [String]) {
        let problems = MachineResources.programProblems { installed.contains($0) ? "/usr/bin/\($0)" : nil }
        #expect(problems.count == missing.count)
        for (problem, package) in zip(problems, missing) { #expect(problem.contains(" \(package)"), "\(problem)") }
    }

    @Test("Debian's gateway is reported on either of its ports, another program on them is not")
    func gateways() {
        let holders = [8088: PortHolder(pid: 7, name: "janus"), 8188: PortHolder(pid: 8, name: "nginx")]
        let said = MachineResources.gatewayWarnings { holders[$0] }
        #expect(said.count == 1 && said.first?.contains("open on port 8088: janus, process 7") == true)
        #expect(MachineResources.gatewayWarnings { $0 == 8188 ? holders[8088] : nil }.count == 1)
        #expect(MachineResources.gatewayWarnings { _ in nil }.isEmpty)
    }
}
