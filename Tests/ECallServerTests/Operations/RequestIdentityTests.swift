import ECallAPI
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import ServerFoundation

@Suite("Requests in logs", .timeLimit(.minutes(1)))
struct RequestIdentityTests {
    private static func names() throws -> (id: HTTPField.Name, forwarded: HTTPField.Name) {
        (try #require(HTTPField.Name("X-Request-Id")), try #require(HTTPField.Name("X-Forwarded-For")))
    }

    private static func requestID(_ app: TestApp, _ headers: HTTPFields, path: String = "/nowhere") async throws
        -> String
    {
        let response = try await app.client.executeRequest(uri: path, method: .get, headers: headers, body: nil)
        return try #require(response.headers[try names().id])
    }

    @Test("every answer has its own number, errors too, and the log contains it")
    func ids() async throws {
        try await TestApp.run { app in
            let one = try await Self.requestID(app, [:])
            let two = try await Self.requestID(app, [:], path: "/healthz")
            #expect(one != two && one.count == 32)
            #expect(app.log.text.contains("\"hb.request.id\": \(one)"))
        }
    }

    @Test("a client cannot choose its number or its address; a trusted proxy can, if the number is well-formed")
    func proxies() async throws {
        let names = try Self.names()
        let headers: HTTPFields = [names.id: "chosen-1", names.forwarded: "198.51.100.7"]
        try await TestApp.run(isLive: true) { app in
            let id = try await Self.requestID(app, headers)
            #expect(id != "chosen-1")
        }
        try await TestApp.run(isLive: true, configure: { $0.trustedProxies = ["127.0.0.1", "::1"] }) { app in
            #expect(try await Self.requestID(app, headers) == "chosen-1")
            let insane: HTTPFields = [names.id: "a b"]
            #expect(try await Self.requestID(app, insane) != "a b")
            let ana = try await app.signIn("ana@example.net")
            _ = try await app.send(
                .post, "/register_device", Data("{}".utf8), token: ana.accessToken,
                headers: [names.forwarded: "198.51.100.7"])
            let devices: DevicesResponse = try await app.call(.devices, as: ana).value()
            #expect(devices.devices.map(\.ip) == ["198.51.100.7"])
        }
    }

    @Test("a log event is one line of JSON or text, whatever its content")
    func lines() throws {
        let shelf = Shelf<String>()
        func log(_ format: LogSettings.Format, _ message: Logger.Message, _ metadata: Logger.Metadata) throws -> String
        {
            var settings = LogSettings()
            (settings.format, settings.level) = (format, .info)
            var logger = Logger(label: "ecall") { _ in
                LineLogHandler(
                    label: "ecall", settings, now: { Timestamp(milliseconds: 1_000) }, write: { shelf.put($0) })
            }
            logger[metadataKey: "hb.request.id"] = "abc"
            logger.info(message, metadata: metadata)
            return try #require(shelf.item)
        }
        #expect(
            try log(.json, "two\nlines", ["route": "/a\"b"])
                == #"{"level":"info","logger":"ecall","message":"two\nlines","request":"abc","route":"/a\"b","time":"1970-01-01T00:00:01.000Z"}"#
        )
        #expect(
            try log(.text, "two\r\nlines", ["route": "/a"])
                == "1970-01-01T00:00:01.000Z info ecall: two lines request=abc route=/a")
    }

    @Test("metadata cannot replace the level or the message")
    func reserved() throws {
        let shelf = Shelf<String>()
        var settings = LogSettings()
        settings.format = .json
        let logger = Logger(label: "ecall") { _ in
            LineLogHandler(label: "ecall", settings, now: { Timestamp(milliseconds: 0) }, write: { shelf.put($0) })
        }
        logger.error("real", metadata: ["message": "fake", "level": "trace"])
        let line = try #require(shelf.item)
        #expect(line.contains("\"message\":\"real\"") && line.contains("\"level\":\"error\""))
    }
}
