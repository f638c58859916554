import ECallAPI
import Foundation
import HTTPTypes
import Processes
import ServerTestSupport
import Testing

@testable import ECallServer
@testable import ECallServerTestSupport
@testable import MediaServers
@testable import ServerFoundation

@Suite("Metrics", .timeLimit(.minutes(1)))
struct MetricsTests {
    private static let counter = MetricFamily(name: "a_total", help: "Things\nby \\ kind.", kind: .counter)
    private static let gauge = MetricFamily(name: "b", help: "Now.", kind: .gauge)
    private static let histogram = MetricFamily(name: "c_seconds", help: "How long.", kind: .histogram)

    @Test("the text is Prometheus' format 0.0.4, byte for byte")
    func text() async {
        let metrics = MetricsRegistry()
        metrics.count(Self.counter, ["kind": "x\"y\\z\n"])
        metrics.count(Self.counter, ["kind": "b"], by: 2)
        metrics.count(Self.counter, ["kind": "b"])
        metrics.collect(Self.gauge) { [(.none, 1.5)] }
        for seconds in [0.001, 0.002, 0.3, 60] { metrics.observe(Self.histogram, ["route": "/a"], seconds: seconds) }
        let bounds = [
            ("0.001", 1), ("0.0025", 2), ("0.005", 2), ("0.01", 2), ("0.025", 2), ("0.05", 2), ("0.1", 2), ("0.25", 2),
            ("0.5", 3), ("1", 3), ("2.5", 3), ("5", 3), ("10", 3), ("+Inf", 4),
        ]
        let buckets = bounds.map { "c_seconds_bucket{route=\"/a\",le=\"\($0)\"} \($1)\n" }.joined()
        #expect(
            await metrics.text() == """
                # HELP a_total Things\\nby \\\\ kind.
                # TYPE a_total counter
                a_total{kind="b"} 3
                a_total{kind="x\\"y\\\\z\\n"} 1
                # HELP b Now.
                # TYPE b gauge
                b 1.5
                # HELP c_seconds How long.
                # TYPE c_seconds histogram
                \(buckets)c_seconds_sum{route="/a"} 60.303
                c_seconds_count{route="/a"} 4

                """)
    }

    @Test(
        "numbers are written as Prometheus reads them",
        arguments: [
            (0.0, "0"), (3, "3"), (-2, "-2"), (0.25, "0.25"), (.infinity, "+Inf"), (.nan, "NaN"), (1e18, "1e+18"),
        ])
    func numbers(value: Double, text: String) { #expect(PrometheusText.number(value) == text) }

    @Test("events are counted, and Prometheus' own checker accepts the page")
    func counted() async throws {
        let text = try await TestApp.run(isLive: true, configure: { $0.metrics.allow = ["127.0.0.1", "::1"] }) { app in
            _ = try await app.signIn("ana@example.net")
            app.clock.advance(seconds: 10)
            _ = try await app.call(
                .verifyLogin, VerifyLoginRequest(code: "000000", email: "no@example.net", device: DevicePayload()))
            _ = try await app.call(.devices)
            _ = try await app.send(HTTPRequest.Method("PROPFIND") ?? .get, "/nowhere/ana@example.net")
            return try await app.send(.get, "/metrics").text
        }
        for line in [
            "ecall_sign_ins_total{method=\"code\",outcome=\"ok\"} 1",
            "ecall_sign_ins_total{method=\"code\",outcome=\"refused\"} 1",
            "ecall_errors_total{code=\"ErrAccessTokenExpired\"} 1", "ecall_errors_total{code=\"ErrInvalidOTP\"} 1",
            "ecall_http_requests_total{method=\"GET\",route=\"/app/api/devices\",status=\"401\"} 1",
            "ecall_http_requests_total{method=\"other\",route=\"NotFound\",status=\"404\"} 1",
            "ecall_http_request_duration_seconds_count{route=\"/app/api/devices\"} 1",
        ] { #expect(text.contains(line + "\n"), "\(line) in\n\(text)") }
        #expect(text.contains("\necall_database_bytes ") && !text.contains("ana"))
        try await Self.promtool(text)
    }

    /// `promtool check metrics`, of the package prometheus.
    private static func promtool(_ text: String) async throws {
        let process = try PipedProcess(
            "promtool", try #require(HostNetwork.executable("promtool"), "apt-get install prometheus"),
            ["check", "metrics"])
        try process.write(text)
        process.closeInput()
        var complaints: [String] = []
        for await line in process.lines { complaints.append(line) }
        let status = await process.waitForExit()
        await process.diagnosticsEnded()
        complaints += process.diagnostics
        #expect(status == 0 && complaints.isEmpty, "\(complaints)")
    }

    @Test("only the configured readers get metrics, not clients behind a trusted proxy")
    func readers() async throws {
        try await TestApp.run(isLive: true) { app in
            try await app.send(.get, "/metrics").expect(.notFound)
        }
        let configure: (inout ServerSettings) -> Void = {
            $0.metrics.allow = ["127.0.0.1", "::1"]
            $0.trustedProxies = ["127.0.0.1", "::1"]
        }
        try await TestApp.run(isLive: true, configure: configure) { app in
            #expect(try await app.send(.get, "/metrics").status == 200)
            let name = try #require(HTTPField.Name("X-Forwarded-For"))
            try await app.send(.get, "/metrics", headers: [name: "198.51.100.7"]).expect(.notFound)
        }
    }
}
