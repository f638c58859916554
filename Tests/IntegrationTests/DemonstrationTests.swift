import Foundation
import Processes
import Testing

@testable import ECallDemonstration

@Suite("The demonstration", .timeLimit(.minutes(4)), .serialized)
struct DemonstrationTests {
    /// 000-4, 000-33, 000-34, 000-36, 000-74, 002-6, 002-15, 002-19, 002-20, 004-13, 004-23
    @Test(
        "000-1 000-2 002-2 002-3: two people see and hear each other, and no one else does; nothing secret is left"
    )
    func demonstration() async throws {
        let stage = try Stage("demo")
        defer { stage.clear() }
        let demonstration = Demonstration(
            binaries: Stage.binaries, directory: stage.directory, mediaAddress: Stage.mediaAddress,
            duration: .seconds(11), say: { print($0) })
        let verdict: Verdict
        do {
            verdict = try await demonstration.run()
        } catch {
            stage.printLogs()
            throw error
        }
        print("measured \(try verdict.json())")
        #expect(verdict.problems == [])
        #expect(verdict.ok)
        if !verdict.ok { stage.printLogs() }
        // Requirement 000: a call connects in less than five seconds.
        #expect(verdict.setup_ms < 5000 && verdict.relay_setup_ms < 5000)

        let leaks = try Leaks(in: stage.directory)
        #expect(leaks.filesScanned > 5)
        #expect(leaks.codesKnown == 2)
        #expect(leaks.requestsLogged > 20)
        #expect(leaks.found == [], "secrets in files")
    }
}

/// Secrets that must not be in any file left by a server or client.
struct Leaks {
    private(set) var found: [String] = []
    private(set) var filesScanned = 0
    private(set) var codesKnown = 0
    /// The number of requests in the server's log: a silent log would prove nothing.
    private(set) var requestsLogged = 0

    /// Scans databases, logs and profiles. The outbox is the purpose of `--dev`; Janus' and coturn's own files hold their
    /// secrets.
    init(in directory: String) throws {
        let files = try FileManager.default.subpathsOfDirectory(atPath: directory)
        let outbox = files.filter { $0.contains("/outbox/") && $0.hasSuffix(".json") }
        let codes = try outbox.compactMap { path -> String? in
            let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + path))
            return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["code"] as? String
        }
        codesKnown = codes.count
        for path in files where !path.contains("/outbox/") && !path.contains("/run/") {
            guard let data = FileManager.default.contents(atPath: directory + "/" + path), !data.isEmpty else {
                continue
            }
            filesScanned += 1
            let text = String(decoding: data, as: UTF8.self)
            if path.hasSuffix("server.log") { requestsLogged += text.matches(of: /method=(?:GET|POST)/).count }
            // Janus and coturn log ids of many digits, which contain any six digits by chance.
            let logsNumbers = path.hasSuffix("janus.log") || path.hasSuffix("coturn.log")
            for code in codes where !logsNumbers && text.contains(code) { found.append("\(path): a one-time code") }
            // Identities are public; tokens, and anything else signed by a device, must not occur.
            let identity = /eyJhbGciOiJFZDI1NTE5IiwidHlwIjoiZWNhbGwtaWRlbnRpdHkifQ\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}/
            if text.replacing(identity, with: "").contains(/eyJ[A-Za-z0-9_-]{10,}\./) {
                found.append("\(path): a token or a signed text")
            }
            // A wrapped call key has 344 characters; public keys have 360 and begin with their DER header.
            for match in text.matches(of: /[A-Za-z0-9+\/]{342}==/) where !match.output.hasPrefix("MII") {
                found.append("\(path): a wrapped key")
            }
            if text.contains("a=ice-pwd") && !path.hasSuffix("janus.log") { found.append("\(path): SDP") }
        }
    }
}
