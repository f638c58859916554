public import Logging

/// The level and format of the log.
public struct LogSettings: Sendable, Equatable {
    public enum Format: String, Sendable, CaseIterable { case text, json }

    public var level = Logger.Level.notice
    public var format = Format.text

    public init() {}
}
