import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ECallCore

@Suite("Network monitor", .timeLimit(.minutes(1)))
struct NetworkMonitorTests {
    private static let heading = "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
    private static let zeros = String(repeating: "0", count: 32)

    private static func ipv4(_ interface: String, metric: Int, flags: String = "0003", mask: String = "00000000")
        -> String
    {
        "\(interface)\t00000000\t0102A8C0\t\(flags)\t0\t0\t\(metric)\t\(mask)\t0\t0\t0\n"
    }

    private static func ipv6(_ interface: String, metric: String = "00000400", flags: String = "00000003") -> String {
        "\(zeros) 00 \(zeros) 00 fe800000000000000000000000000001 \(metric) 00000001 00000000 \(flags) \(interface)\n"
    }

    @Test(
        "the default route with the smallest metric counts, IPv6 if there is none of IPv4",
        arguments: [
            ("", "", nil as String?), (heading, "", nil),
            (heading + ipv4("eth0", metric: 100), "", "eth0"),
            (heading + ipv4("wlan0", metric: 600) + ipv4("eth0", metric: 100), "", "eth0"),
            (heading + ipv4("eth0", metric: 100), ipv6("wlan0"), "eth0"),
            (heading, ipv6("wlan0"), "wlan0"),
            (heading, ipv6("wlan0") + ipv6("eth0", metric: "00000064"), "eth0"),
            // Not usable: down, refusing, to a network alone, to this machine.
            (heading + ipv4("eth0", metric: 1, flags: "0002"), "", nil),
            (heading + ipv4("eth0", metric: 1, flags: "0203"), "", nil),
            (heading + ipv4("eth0", metric: 1, mask: "00FFFFFF"), "", nil),
            (heading, ipv6("lo", metric: "ffffffff", flags: "00200200"), nil), (heading, ipv6("lo"), nil),
            (heading + "eth0\t00000000\n", "\(zeros) 00\n", nil),
        ])
    func routes(ipv4: String, ipv6: String, interface: String?) {
        #expect(DefaultRoutes.interface(ipv4: ipv4, ipv6: ipv6) == interface)
    }

    #if os(Linux)
        /// 003-20
        @Test(
            "an interface has the type of its files",
            arguments: [
                (["uevent": "DEVTYPE=wlan\nINTERFACE=x0", "type": "1", "device": ""], NetworkType.wifi),
                (["wireless": "", "type": "1", "device": ""], .wifi),
                (["uevent": "DEVTYPE=wwan", "type": "519", "device": ""], .cellular),
                (["uevent": "INTERFACE=x0", "type": "1\n", "device": ""], .ethernet),
                (["uevent": "DEVTYPE=bridge", "type": "1", "device": ""], .other),
                (["type": "1"], .other), (["type": "65534"], .other), ([:], .other),
            ])
        func types(files: [String: String], type: NetworkType) throws {
            try withTemporaryDirectory { root in
                let folder = root.path + "/sys/class/net/x0"
                for path in [folder, root.path + "/proc/net"] {
                    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                }
                #expect(LinuxNetwork(root: root.path).state() == .disconnected)
                for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: folder + "/" + name)) }
                let routes = Self.heading + Self.ipv4("x0", metric: 1)
                try Data(routes.utf8).write(to: URL(filePath: root.path + "/proc/net/route"))
                #expect(LinuxNetwork(root: root.path).state() == NetworkState(type: type))
            }
        }

        @Test("this machine's files are read")
        func thisMachine() async {
            let monitor = NetworkMonitor.live()
            #expect(await monitor.state == LinuxNetwork().state())
        }
    #endif

    @Test("003-7: changes are reported once each, the present state first; a listener that goes leaves the others")
    func changes() async throws {
        let (changes, source) = AsyncStream<NetworkChange>.makeStream()
        let current = Mutex(NetworkState(type: .wifi))
        let monitor = NetworkMonitor(changes: changes) { current.withLock(\.self) }
        var states = await monitor.states().makeAsyncIterator()
        #expect(await states.next() == NetworkState(type: .wifi))
        // An irrelevant change: the next one that is reported is another.
        source.yield(.addressAdded("192.0.2.1"))
        for state in [.disconnected, NetworkState(type: .ethernet)] {
            current.withLock { $0 = state }
            source.yield(.routeChanged)
            #expect(await states.next() == state)
            #expect(await monitor.isConnected == state.isConnected)
        }
        var late = await monitor.states().makeAsyncIterator()
        #expect(await late.next() == NetworkState(type: .ethernet))
        source.finish()
        #expect(await states.next() == nil)
        #expect(await late.next() == nil)
    }
}
