public import Foundation

/// A moment, in milliseconds since 1970; on the wire ISO 8601 in UTC with milliseconds (wire-protocol 0.2).
///
/// Reads ISO 8601 with or without fractional seconds, and without zone (`2026-03-01 10:20:30`) as UTC.
public struct Timestamp: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }
    public init(_ date: Date) { milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded()) }

    /// Reads `2026-03-01T10:20:30.123Z`, `2026-03-01T10:20:30Z` and `2026-03-01 10:20:30`; nil for anything else.
    public init?(_ text: String) {
        let styles = [
            Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle(), Self.withoutZone,
        ]
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
        self.init(date)
    }

    private static let withoutZone = Date.ISO8601FormatStyle()
        .year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)

    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
    public var description: String {
        // Whole seconds and milliseconds apart: a Double cannot hold every millisecond exactly.
        let (seconds, rest) = (milliseconds.floored(by: 1000), milliseconds.modulo(1000))
        let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(Date.ISO8601FormatStyle())
        let digits = String(1000 + rest).dropFirst()
        return "\(whole.dropLast()).\(digits)Z"
    }

    public func advanced(bySeconds seconds: Int) -> Self { Self(milliseconds: milliseconds + Int64(seconds) * 1000) }

    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a date is ISO 8601")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Int64 {
    fileprivate func floored(by divisor: Int64) -> Int64 { (self - modulo(divisor)) / divisor }
    fileprivate func modulo(_ divisor: Int64) -> Int64 { (self % divisor + divisor) % divisor }
}

extension Timestamp {
    /// The wall clock's present moment.
    public static var now: Self { Self(Date()) }
}
