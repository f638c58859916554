public import Foundation

/// A moment, in milliseconds since 1970; on the wire ISO 8601 in UTC with milliseconds (wire-protocol 0.2).
///
/// Reads the three forms of requirement 003: ISO 8601 with and without fractional seconds, and `2026-03-01 10:20:30` in UTC.
public struct Timestamp: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }
    public init(_ date: Date) { milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded()) }

    /// Reads `2026-03-01T10:20:30.123Z`, `2026-03-01T10:20:30Z` and `2026-03-01 10:20:30`; nil for anything else.
    public init?(_ text: String) {
        let text = Self.isSpaced(text) ? text.replacing(" ", with: "T") + "Z" : text
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = (try? fractional.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text)) else {
            return nil
        }
        self.init(date)
    }

    /// Whether the text has the shape of `2026-03-01 10:20:30`.
    private static func isSpaced(_ text: String) -> Bool {
        text.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}/#) != nil
    }

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
