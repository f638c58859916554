import Foundation
import Testing

@testable import ServerFoundation

@Suite("The process that holds a port")
struct PortHolderTests {
    @Test("a listener of TCP and a socket of UDP count, a connection does not")
    func table() {
        let head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        let listens =
            "   0: 0100007F:0D96 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1\n"
        let connected =
            "   1: 0100007F:0D96 0100007F:C001 01 00000000:00000000 00:00000000 00000000     0        0 4712 1\n"
        let datagrams =
            "   2: 00000000:0D96 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 4713 2\n"
        let other =
            "   3: 00000000:0D97 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4714 2\n"
        let found = PortHolder.inodes(of: 3478, in: head + listens + connected + datagrams + other)
        #expect(found == ["4711", "4713"])
    }

    @Test("only listeners of TCP count as listening")
    func listening() {
        let rows = ["0BB8 00000000:0000 0A", "0BB9 0100007F:C001 01", "0BBA 00000000:0000 07"].map {
            "   0: 0100007F:\($0) 00000000:00000000 00:00000000 00000000     0        0 4711 1\n"
        }
        #expect(PortHolder.listeningPorts(in: "  sl  local_address\n" + rows.joined()) == [3000])
    }

    @Test("the process that holds a port is found by its name and number; a free port has none")
    func ours() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        // An unbound socket gets a free port.
        #expect(listen(descriptor, 1) == 0)
        var (name, size) = ([UInt8](repeating: 0, count: 16), socklen_t(16))
        let isNamed = name.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &size) == 0 }
        }
        #expect(isNamed)
        let port = Int(name[2]) << 8 | Int(name[3])
        let holder = try #require(PortHolder.of(port))
        #expect(PortHolder.listeningPorts.contains(port))
        #expect(holder.pid == getpid() && !holder.name.isEmpty)
        #expect("\(holder)" == "\(holder.name), process \(getpid())")
    }

    @Test(
        "for Debian's own services the message contains the command that disables them",
        arguments: [("turnserver", "coturn"), ("janus", "janus")])
    func services(name: String, service: String) {
        let words = PortHolder(pid: 7, name: name).description
        #expect(words.contains("\(name), process 7") && words.contains("sudo systemctl disable --now \(service)"))
    }
}
