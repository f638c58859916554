import ServerFoundation

extension Migration {
    /// Indexes for the retention of unanswered requests.
    static let requestAges = Migration(
        name: "019 ages of requests",
        statements: [
            "CREATE INDEX friend_requests_by_age ON friend_requests (created_at)",
            "CREATE INDEX undelivered_requests_by_age ON undelivered_requests (created_at)",
        ])
}
