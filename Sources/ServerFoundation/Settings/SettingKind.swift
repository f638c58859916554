/// The parsing of a setting's text, and the error message if it fails.
package struct SettingKind<Value: Sendable>: Sendable {
    /// Completes "… must be".
    package let expected: String
    package let parse: @Sendable (String) -> Value?
    /// The text that `parse` accepts for this value.
    package let show: @Sendable (Value) -> String
}

extension SettingKind where Value == String {
    package static let text = matching("text on one line") { !$0.contains { $0.isNewline } }

    /// `https://host[:port]`; plain `http` for services on this machine.
    package static let base = matching("an address like https://host or https://host:port, without a path") { text in
        guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else { return false }
        let rest = text.dropFirst(scheme.count)
        return !rest.isEmpty && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:[]_".contains($0)) }
    }

    /// The same, with a path, which the reader of the setting judges.
    package static let origin = matching("an address like https://host or https://host:port, without a path") { text in
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count > 2 && base.parse(parts.prefix(3).joined(separator: "/")) != nil
            && !text.contains { "?#".contains($0) || $0.isWhitespace }
    }

    package static let addresses = matching("an IP address, or a range as 10.0.0.0/8") { AddressRange($0) != nil }

    package static func matching(_ expected: String, _ isGood: @escaping @Sendable (String) -> Bool) -> Self {
        Self(expected: expected, parse: { isGood($0) ? $0 : nil }, show: { $0 })
    }
}

extension SettingKind where Value == Int {
    package static func number(_ range: ClosedRange<Int>) -> Self {
        Self(
            expected: "a number from \(range.lowerBound) to \(range.upperBound)",
            parse: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }, show: { "\($0)" })
    }
}

extension SettingKind where Value == Bool {
    package static let flag = Self(
        expected: "true or false",
        parse: { text in
            switch text.lowercased() {
            case "true", "yes", "1": true
            case "false", "no", "0": false
            default: nil
            }
        }, show: { "\($0)" })
}

extension SettingKind where Value == Rate {
    /// `5/600`: five in any 600 seconds.
    package static let rate = Self(
        expected: "COUNT/SECONDS, as 5/600 for five in any 600 seconds",
        parse: { text in
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let count = parts[0], let seconds = parts[1] else { return nil }
            guard (1...1_000_000).contains(count), (1...31_536_000).contains(seconds) else { return nil }
            return Rate(count: count, seconds: seconds)
        }, show: { "\($0.count)/\($0.seconds)" })
}

extension SettingKind where Value == ClosedRange<Int> {
    /// `20000-24999`.
    package static let ports = Self(
        expected: "a range of ports, as 20000-24999",
        parse: { text in
            let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let low = parts[0], let high = parts[1] else { return nil }
            return low >= 1 && low < high && high <= 65_535 ? low...high : nil
        }, show: { "\($0.lowerBound)-\($0.upperBound)" })
}

extension SettingKind where Value == HostPort {
    package static let hostPort = Self(
        expected: "HOST:PORT, as 127.0.0.1:9090", parse: { HostPort($0) }, show: { $0.description })
}

extension SettingKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the cases by raw value.
    package static var choice: Self {
        Self(
            expected: "one of " + Value.allCases.map(\.rawValue).joined(separator: ", "),
            parse: { Value(rawValue: $0.lowercased()) }, show: { $0.rawValue })
    }
}
