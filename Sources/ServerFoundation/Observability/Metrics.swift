/// All families of the server's metrics.
extension MetricFamily {
    package static let requests = MetricFamily(
        name: "ecall_http_requests_total", help: "Requests by method, route and status.", kind: .counter)
    package static let latency = MetricFamily(
        name: "ecall_http_request_duration_seconds", help: "From the head of a request to its answer, by route.",
        kind: .histogram)
    package static let errors = MetricFamily(
        name: "ecall_errors_total", help: "Answers with an error envelope, by code.", kind: .counter)
    package static let httpRefusals = MetricFamily(
        name: "ecall_http_refused_total",
        help: "Connections and requests that were refused before a route was looked for, by reason.", kind: .counter)
    package static let signIns = MetricFamily(
        name: "ecall_sign_ins_total", help: "Attempts to sign in, by method and outcome.", kind: .counter)
    package static let sockets = MetricFamily(name: "ecall_sockets", help: "Open WebSockets, by kind.", kind: .gauge)
    package static let signals = MetricFamily(
        name: "ecall_signals_total", help: "Signals by type and outcome.", kind: .counter)
    package static let proxyRefusals = MetricFamily(
        name: "ecall_media_requests_refused_total",
        help: "What clients asked of the media server and was not passed on, by reason.", kind: .counter)
    package static let proxyLate = MetricFamily(
        name: "ecall_media_requests_late_total",
        help: "What clients still asked of the media server about what had just ended, by reason.", kind: .counter)
    package static let mailbox = MetricFamily(
        name: "ecall_mailbox_signals", help: "Signals that wait for devices that are away, by type.", kind: .gauge)
    package static let mailboxOverflow = MetricFamily(
        name: "ecall_mailbox_overflow_total", help: "Signals for which a mailbox had no room.", kind: .counter)
    /// For the senders of messages and pushes: `provider` and `outcome`.
    package static let deliveries = MetricFamily(
        name: "ecall_deliveries_total", help: "Messages and pushes, by provider and outcome.", kind: .counter)
    package static let deliveryDepth = MetricFamily(
        name: "ecall_deliveries_waiting", help: "Messages and pushes that wait or are under way, by provider.",
        kind: .gauge)
    package static let databaseSize = MetricFamily(
        name: "ecall_database_bytes", help: "The database with its log.", kind: .gauge)
    package static let restarts = MetricFamily(
        name: "ecall_process_restarts_total", help: "Restarts of programs the server keeps running.", kind: .counter)
    package static let calls = MetricFamily(
        name: "ecall_calls", help: "Calls that ring or run, by state.", kind: .gauge)
    package static let rings = MetricFamily(
        name: "ecall_rings_total", help: "Invitations of people, by what became of them.", kind: .counter)
    package static let rejoins = MetricFamily(
        name: "ecall_rejoins_total",
        help: "Requests to come into a call that runs, and returns to it, by what became of them.", kind: .counter)
    /// People take up to a minute to answer.
    package static let setUp = MetricFamily(
        name: "ecall_call_setup_seconds", help: "From the start of calls to people talking, by phase.",
        kind: .histogram, buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 45, 60])
    /// `outcome` is "connected", "failed" or "lost".
    package static let mediaConnections = MetricFamily(
        name: "ecall_media_connections_total",
        help: "Media connections by which devices send in calls, by what became of them.", kind: .counter)
    package static let mediaConnectTime = MetricFamily(
        name: "ecall_media_connect_seconds",
        help: "From the entry of a device into the room of the media server until its ICE and DTLS are established.",
        kind: .histogram, buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60])
    package static let mediaWays = MetricFamily(
        name: "ecall_media_ways_total", help: "Media connections by which devices send in calls, by their way.",
        kind: .counter)
    package static let mediaRoundTrip = MetricFamily(
        name: "ecall_media_round_trip_seconds",
        help: "Round trips between the media server and receiving devices, sampled, by way.", kind: .histogram,
        buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1, 2])
    package static let mediaLoss = MetricFamily(
        name: "ecall_media_loss_ratio",
        help: "Lost packets of audio in ten seconds: up to the media server, and down from it.", kind: .histogram,
        buckets: [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5])
    package static let clockDoubted = MetricFamily(
        name: "ecall_clock_doubted", help: "1 while the clock is in doubt and nothing is deleted by its age.",
        kind: .gauge)
    package static let startTime = MetricFamily(
        name: "ecall_start_time_seconds", help: "When the server started, in Unix time.", kind: .gauge)
}

extension MetricsRegistry {
    /// Counts an attempt to sign in. `method` is "code", "google" or "apple"; `outcome` is "ok" or the error's code.
    package func countSignIn(method: String, outcome: String) {
        count(.signIns, ["method": method, "outcome": outcome])
    }
}
