public import Logging

/// What is logged, and how.
public struct LogSettings: Sendable, Equatable {
    public enum Format: String, Sendable, CaseIterable { case text, json }

    public var level = Logger.Level.notice
    public var format = Format.text

    public init() {}
}
