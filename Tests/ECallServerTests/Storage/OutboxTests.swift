import ECallAPI
import Foundation
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import Notifications
@testable import ServerFoundation

@Suite("Outbox", .timeLimit(.minutes(1)))
struct OutboxTests {
    @Test("each message is one complete file of mode 0600, in order of time, and a line on the console")
    func files() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-outbox-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (clock, lines) = (TestClock(), Shelf<String>())
        let sender = OutboxSender(directory: path, clock: WallClock { clock.now }, console: { lines.put($0) })
        // Exists from the start, so that it can be watched.
        try sender.prepare()
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
        let phone = try #require(LoginIdentifier(email: nil, phoneNumber: "+12025550123"))
        let email = try #require(LoginIdentifier(email: "ana@example.net", phoneNumber: nil))
        try await sender.send(OneTimeCodeMessage.make(code: "012345", for: phone, minutes: 10))
        clock.advance(seconds: 1)
        try await sender.send(OneTimeCodeMessage.make(code: "654321", for: email, minutes: 10))
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(names.count == 2 && names.allSatisfy { $0.hasSuffix(".json") })
        let files = try names.map { name -> [String: String] in
            let mode = try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            return try JSONDecoder().decode(
                [String: String].self, from: Data(contentsOf: URL(filePath: path + "/" + name)))
        }
        #expect(
            files[0] == [
                "channel": "sms", "to": "+12025550123", "code": "012345", "body": "Your ECALL code: 012345",
            ])
        #expect(files[1]["channel"] == "email" && files[1]["subject"] == "Your ECALL verification code")
        #expect(files[1]["body"]?.contains("654321") == true)
        #expect(lines.item?.contains("654321") == true)
    }
}
