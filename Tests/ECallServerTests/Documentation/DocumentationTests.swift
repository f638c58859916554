import ECallAPI
import Foundation
import HTTPTypes
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport

@Suite("The table of endpoints", .timeLimit(.minutes(1)))
struct DocumentationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func sources(_ folder: String) throws -> String {
        let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        let swift = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        return try swift.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    }

    /// The tests of the server, with and without Janus and coturn.
    private static func tests() throws -> String {
        try sources("Tests/ECallServerTests") + sources("Tests/ECallServerIntegrationTests")
    }

    @Test(
        "generated pages are up to date",
        arguments: ["protocol.md": ProtocolPage.markdown(), "disturbances.md": DisturbancePage.markdown()])
    func document(name: String, made: String) throws {
        let file = Self.root.appending(path: "docs/\(name)")
        if ProcessInfo.processInfo.environment["ECALL_WRITE_DOCS"] != nil {
            try made.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == made, "run: ECALL_WRITE_DOCS=1 ./test --only unit")
    }

    @Test("003-4: every endpoint has a row, a handler and a test", arguments: Endpoint.allCases)
    func complete(endpoint: Endpoint) throws {
        #expect(!endpoint.description.summary.isEmpty)
        let name = "\\.\(endpoint.rawValue)\\b"
        #expect(try Self.sources("Sources/ECallServer").contains(Regex("api\\.on\\(\\s*\(name)")))
        #expect(try Self.tests().contains(Regex(name)))
    }

    @Test("every error code is answered and tested, or reserved with a reason", arguments: ErrorCode.allCases)
    func codes(code: ErrorCode) throws {
        let name = try Regex("\\.\(code)\\b")
        let modules = [
            "ECallServer", "MediaServers", "Notifications", "OpenIDConnect", "ServerFoundation", "SignalRouting",
        ]
        let isProduced = try modules.contains { try Self.sources("Sources/\($0)").contains(name) }
        switch code.meaning {
        case .answered:
            #expect(isProduced, "no endpoint answers with it")
            #expect(try Self.tests().contains(name), "no test expects it")
        case .reserved(let reason):
            #expect(!isProduced && reason != "it has no meaning yet")
        }
    }

    @Test("all codes of the protocol's page exist")
    func knownCodes() {
        let text = """
            ErrAccessTokenExpired ErrRefreshTokenExpired ErrDeviceNotRegistered ErrUserNotFound ErrAllCalleesBusy
            ErrInvalidOTP ErrOTPMismatched ErrOTPExpired ErrTooManyFailedAttempts ErrReachedMaxResendAttempts
            ErrRequestOTPFailed ErrSendOTPFailed ErrResendOTPFailed ErrVerifyOTPFailed ErrLoginFailed
            ErrAppleLoginFailed ErrLogoutFailed ErrRegisterUserFailed ErrUserAlreadyRegistered
            ErrEmailAlreadyRegistered ErrPhoneAlreadyRegistered ErrGetUserFailed ErrUpdateUserFailed
            ErrRegisterDeviceFailed ErrCheckDeviceFailed ErrUpdateDeviceTokenFailed ErrGetDevicesFailed
            ErrDeviceNotFound ErrDevicesNotFound ErrTerminateOthersFailed ErrIP2LocationLookupFailed
            ErrPushNotificationFailed ErrGetPublicKeyFailed ErrGetPublicKeysFailed ErrEncryptedAESKeyMissed
            ErrUserNotAvailable ErrUserAlreadyInCall ErrJoinedByOtherDevice ErrCallNotFound ErrCallNotAvailable
            ErrStartCallFailed ErrInviteUserFailed ErrJoinCallFailed ErrRejoinCallFailed ErrEndCallFailed
            ErrUpdateCallFailed ErrUpdateParticipantFailed ErrGetParticipantsFailed ErrGetActiveCallFailed
            ErrGetBusyCalleesFailed ErrGetCallRecordsFailed ErrGetCallHistoriesFailed ErrDeleteCallsFailed
            ErrDeleteCallHistoriesFailed ErrAlreadyFriends ErrSendFriendRequestFailed ErrAcceptRequestFailed
            ErrDeclineRequestFailed ErrCancelRequestFailed ErrGetRequestsFailed ErrGetContactsFailed
            ErrAddContactFailed ErrDeleteContactFailed ErrToggleFavoriteFailed ErrTokenNotFound ErrTokenExpired
            ErrTokenUsed ErrSelfResolve
            """
        for code in text.split(whereSeparator: \.isWhitespace) {
            #expect(ErrorCode(rawValue: String(code)) != nil, "\(code)")
        }
    }

    @Test("/openapi.json is OpenAPI 3.1 with every path, and all references resolve")
    func openAPI() async throws {
        try await TestApp.run { app in
            let answer = try await app.send(.get, "/openapi.json")
            answer.expectOK()
            let document = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
            #expect(document["openapi"] as? String == "3.1.0")
            let paths = try #require(document["paths"] as? [String: [String: Any]])
            for endpoint in Endpoint.allCases {
                for way in endpoint.ways { #expect(paths[way.path]?[way.method.rawValue.lowercased()] != nil) }
            }
            let components = try #require(document["components"] as? [String: [String: Any]])
            let schemas = try #require(components["schemas"])
            for reference in answer.text.matches(
                of: try Regex("#/components/schemas/([A-Za-z0-9]+)", as: (Substring, Substring).self))
            {
                #expect(schemas[String(reference.output.1)] != nil)
            }
        }
    }

    /// 003-4
    @Test("the page's endpoints match the table")
    func page() throws {
        let text = try String(contentsOf: Self.root.appending(path: "Web/protocol/http/endpoints.js"), encoding: .utf8)
        let pattern = try Regex(
            "^ +([A-Za-z]+): route\\('([A-Z]+)', '([^']+)'(?:, '([a-z]+)')?\\)",
            as: (Substring, Substring, Substring, Substring, Substring?).self
        ).anchorsMatchLineEndings()
        let rows = text.matches(of: pattern).map(\.output)
        #expect(rows.count > 20)
        for (_, name, method, path, authorization) in rows {
            let endpoint = try #require(Endpoint(rawValue: String(name)), "\(name)")
            #expect(endpoint.ways.contains { $0.method.rawValue == method && $0.path == path }, "\(name)")
            #expect(String(describing: endpoint.authorization) == authorization ?? "required", "\(name)")
        }
    }

    @Test("a message's schema matches its decoder")
    func schemas() {
        var catalog = SchemaCatalog()
        #expect(catalog.schema(of: StartCallRequest.self) == .named("StartCallRequest"))
        #expect(
            catalog.types["StartCallRequest"] == [
                SchemaMember(name: "roomId", schema: .integer(minimum: 0, maximum: UserID.largest), isRequired: true),
                SchemaMember(
                    name: "calleeIds", schema: .array(.integer(minimum: 0, maximum: UserID.largest)), isRequired: true),
                SchemaMember(name: "encryptedAESKeys", schema: .map(.string()), isRequired: true),
                SchemaMember(name: "isVideo", schema: .boolean, isRequired: true),
                SchemaMember(name: "videoCodec", schema: .string(), isRequired: false),
                SchemaMember(name: "e2ee", schema: .named("E2EEOpening"), isRequired: false),
            ])
        _ = catalog.schema(of: LoginRequest.self)
        let names = catalog.types["LoginRequest"]?.map(\.name) ?? []
        #expect(names.contains("email") && names.contains("publicKey") && names.contains("videoCodecs"))
        _ = catalog.schema(of: CallRecord.self)
        #expect(catalog.types["Participant"]?.contains { $0.name == "status" } == true)
    }
}
