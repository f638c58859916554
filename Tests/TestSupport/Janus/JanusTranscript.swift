public import Foundation

/// A real Janus's answers to the requests of our clients: `Tests/Vectors/janus-transcript.json`.
///
/// Ids, descriptions and other values that no two recordings share are placeholders such as `{session}`. The file is
/// recorded, and held against a real Janus, by the integration test `JanusTranscriptTests`.
public struct JanusTranscript: Codable, Sendable {
    /// A request with its answers, or news that come by themselves.
    public struct Entry: Codable, Sendable {
        public let name: String
        /// Missing in news.
        public let request: RecordedValue?
        /// In Janus' order; an `ack` is first, though Janus may send it last.
        public let answers: [RecordedValue]

        public init(name: String, request: RecordedValue?, answers: [RecordedValue]) {
            self.name = name
            self.request = request
            self.answers = answers
        }
    }

    /// Janus' version.
    public let janus: String
    public let entries: [Entry]

    public init(janus: String, entries: [Entry]) {
        self.janus = janus
        self.entries = entries
    }

    public static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Vectors/janus-transcript.json").standardizedFileURL

    public static func read() throws -> JanusTranscript {
        try JSONDecoder().decode(JanusTranscript.self, from: Data(contentsOf: file))
    }

    public func write() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: Self.file)
    }

    /// For doubles: without the file a test cannot run.
    static let recorded: JanusTranscript = {
        do { return try read() } catch { preconditionFailure("\(file.path): \(error)") }
    }()

    /// The answers, or news, under this name; placeholders that are not in `values` stay.
    public func answers(_ name: String, _ values: [String: RecordedValue]) -> [RecordedValue] {
        guard let entry = entries.first(where: { $0.name == name }) else {
            preconditionFailure("\(Self.file.path) has nothing named \(name)")
        }
        return entry.answers.map { $0.filled(with: values) }
    }
}

extension RecordedValue {
    /// With placeholders such as `{room}` replaced, alone or within a text.
    public func filled(with values: [String: RecordedValue]) -> RecordedValue {
        switch self {
        case .array(let elements): return .array(elements.map { $0.filled(with: values) })
        case .object(let members): return .object(members.mapValues { $0.filled(with: values) })
        case .string(var text) where text.contains("{"):
            if text.hasPrefix("{"), text.hasSuffix("}"), let value = values[String(text.dropFirst().dropLast())] {
                return value
            }
            for (name, value) in values {
                let plain = value.integer.map(String.init) ?? value.string ?? ""
                text = text.replacingOccurrences(of: "{\(name)}", with: plain)
            }
            return .string(text)
        default: return self
        }
    }

    /// As a message of Janus.
    public var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
