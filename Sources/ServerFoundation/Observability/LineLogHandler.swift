package import ECallAPI
import Foundation
public import Logging

/// Writes a line for each event: text for people, or JSON for machines.
public struct LineLogHandler: LogHandler {
    /// The framework's metadata key for the number of a request.
    package static let requestKey = "hb.request.id"

    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level
    private let label: String
    private let format: LogSettings.Format
    /// Whether the journal reads the lines.
    private let hasPriorities: Bool
    private let now: @Sendable () -> Timestamp
    private let write: @Sendable (String) -> Void

    package init(
        label: String, _ settings: LogSettings, hasPriorities: Bool = false, now: @escaping @Sendable () -> Timestamp,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.label = label
        self.format = settings.format
        self.logLevel = settings.level
        self.hasPriorities = hasPriorities
        self.now = now
        self.write = write
    }

    /// Logs to standard error, with priorities if that is the journal.
    public init(label: String, _ settings: LogSettings) {
        self.init(
            label: label, settings, hasPriorities: JournalStream.isStandardError(), now: WallClock.system.now
        ) { line in
            try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
        }
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        if let error = event.error { all["error"] = "\(type(of: error))" }
        var fields: [String: String] = [:]
        for (key, value) in all { fields[key == Self.requestKey ? "request" : key] = "\(value)" }
        let line =
            switch format {
            case .text: text(event, fields)
            case .json: json(event, fields)
            }
        write(hasPriorities ? JournalStream.line(line, event.level) : line)
    }

    private func text(_ event: LogEvent, _ fields: [String: String]) -> String {
        let more = fields.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        // One event is one line, whatever its content.
        let line = "\(now()) \(event.level) \(label): \(event.message)\(more)"
        return String(line.map { $0.isNewline ? " " : $0 })
    }

    private func json(_ event: LogEvent, _ fields: [String: String]) -> String {
        var all = fields
        all["time"] = "\(now())"
        all["level"] = event.level.rawValue
        all["logger"] = label
        all["message"] = "\(event.message)"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(all)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
