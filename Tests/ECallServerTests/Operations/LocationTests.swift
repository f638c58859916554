import ECallAPI
import Foundation
import HTTPTypes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

/// The file is synthetic: Resources/make-locations.py.
@Suite("Locations", .timeLimit(.minutes(1)))
struct LocationTests {
    static func file(_ name: String) throws -> String {
        try #require(Bundle.module.path(forResource: "Resources/" + name, ofType: nil))
    }

    @Test(
        "an address maps to its city and country, or to nothing if unknown",
        arguments: [
            ("192.0.2.7", "Example City, Exampleland"), ("198.51.100.1", "Exampleland"), ("203.0.113.1", ""),
            ("203.0.113.200", ""), ("2001:db8::5", "Sixth City, Exampleland"),
            ("::ffff:192.0.2.7", "Example City, Exampleland"),
            ("10.0.0.1", ""), ("127.0.0.1", ""), ("", ""), ("localhost", ""), ("1", ""), ("192.0.2.7\0", ""),
        ])
    func lookup(address: String, location: String) throws {
        #expect(try MaxMindFile(path: Self.file("locations.mmdb")).location(of: address) == location)
    }

    @Test("a file of another kind, a truncated one and a missing one are refused")
    func unusable() throws {
        let path = FileManager.default.temporaryDirectory.path + "/ecall-locations-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: StartFailure.locationsUnusable(path)) { try MaxMindFile(path: path) }
        let whole = try Data(contentsOf: URL(filePath: Self.file("locations.mmdb")))
        // Without its end, which holds the metadata, it is not such a file; with a damaged tree it either fails to open or
        // answers nothing.
        for count in stride(from: 0, to: whole.count - 1, by: 97) {
            try whole.prefix(count).write(to: URL(filePath: path))
            if let file = try? MaxMindFile(path: path) { _ = file.location(of: "192.0.2.7") }
        }
        try whole.prefix(200).write(to: URL(filePath: path))
        #expect(throws: StartFailure.locationsUnusable(path)) { try MaxMindFile(path: path) }
    }

    @Test("many simultaneous lookups give the right answers")
    func concurrent() async throws {
        let file = try MaxMindFile(path: Self.file("locations.mmdb"))
        let answers = try await atOnce(200) { file.location(of: "192.0.2.\($0 % 256)") }
        #expect(answers.allSatisfy { $0 == "Example City, Exampleland" })
    }

    /// 000-69, 001-32
    @Test("devices show the location of their sign-in, and after a refresh the current one")
    func devices() async throws {
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        let locations = try Self.file("locations.mmdb")
        let configure: (inout ServerSettings) -> Void = {
            $0.trustedProxies = ["127.0.0.1", "::1"]
            $0.providers.locationFile = locations
        }
        try await TestApp.run(isLive: true, configure: configure) { app in
            func post(_ path: String, _ body: some Encodable, from address: String, as token: String? = nil)
                async throws -> Answer
            {
                try await app.send(.post, path, JSONEncoder().encode(body), token: token, headers: [name: address])
            }
            _ = try await post("/login", LoginRequest(email: "ana@example.net"), from: "192.0.2.7")
            let code = try #require(app.outbox.lastCode(to: "ana@example.net"))
            let ana: VerifyLoginResponse = try await post(
                "/verify-login", VerifyLoginRequest(code: code, email: "ana@example.net", device: DevicePayload()),
                from: "192.0.2.7"
            ).value()
            func locations(_ token: String) async throws -> [String?] {
                let list: DevicesResponse = try await app.call(.devices, token: token).value()
                return list.devices.map(\.location)
            }
            #expect(try await locations(ana.accessToken) == ["Example City, Exampleland"])
            let next: RefreshTokenResponse = try await post(
                "/refresh-token", RefreshTokenRequest(refreshToken: ana.refreshToken), from: "2001:db8::1"
            ).value()
            #expect(try await locations(next.accessToken) == ["Sixth City, Exampleland"])
            _ = try await post("/register_device", RegisterDeviceRequest(), from: "10.0.0.1", as: next.accessToken)
            #expect(try await locations(next.accessToken) == [""])
        }
    }
}
