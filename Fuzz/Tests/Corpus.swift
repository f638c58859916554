import Foundation

/// The stored inputs: made from vectors, and found.
struct Corpus {
    struct Input {
        let name: String
        let bytes: [UInt8]
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Corpus")
    /// What became of each input of the targets that the page has too.
    static let verdicts = folder.appending(path: "verdicts.json")

    let inputs: [Input]

    init(of target: FuzzTarget) throws {
        let folder = Self.folder.appending(path: target.name)
        inputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { Input(name: $0.lastPathComponent, bytes: Array(try Data(contentsOf: $0))) }
    }

    static func recorded() throws -> [String: [String: String]] {
        try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: verdicts))
    }
}

/// Changes inputs as foreign bytes differ from good ones.
struct Mutator {
    private static let words: [[UInt8]] =
        [
            "0", "-0", "1", "-1", "9007199254740991", "9007199254740992", "18446744073709551615", "9223372036854775807",
            "1e999", "null", "true", "{}", "[]", "\"\"", "\\u0000", "\\ud800", "\r\n", "\n\n", ":", "..", "~", "=",
            "%2F",
            "+", " ", "\u{FEFF}", "é", "content-length:",
        ].map { Array($0.utf8) }
        + [[0], [0, 0, 1], [0, 0, 0, 1], [0, 0, 3], [0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80], [0xC0, 0x80]]

    let inputs: [[UInt8]]
    let longest: Int

    /// One of the inputs, mutated in one to five places.
    func next(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = inputs.randomElement(using: &generator) ?? []
        for _ in 0...Int.random(in: 0...4, using: &generator) { change(&bytes, using: &generator) }
        return Array(bytes.prefix(longest))
    }

    private func change(_ bytes: inout [UInt8], using generator: inout some RandomNumberGenerator) {
        let start = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, start + Int.random(in: 0...8, using: &generator))
        switch Int.random(in: 0..<9, using: &generator) {
        case 0 where start < bytes.count: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1 where start < bytes.count: bytes[start] = .random(in: .min ... .max, using: &generator)
        case 2: bytes.removeSubrange(start..<end)
        case 3: bytes.insert(.random(in: .min ... .max, using: &generator), at: start)
        case 4: bytes.insert(contentsOf: bytes[start..<end], at: start)
        case 5: bytes.replaceSubrange(start..<end, with: Self.words.randomElement(using: &generator) ?? [])
        case 6: bytes.removeSubrange(start...)
        case 7:
            // The rest of another one, from somewhere.
            let other = inputs.randomElement(using: &generator) ?? []
            bytes = Array(bytes[..<start] + other[Int.random(in: 0...other.count, using: &generator)...])
        default: bytes.insert(contentsOf: Self.words.randomElement(using: &generator) ?? [], at: start)
        }
    }
}
