/// A key is stored and sent by name, because its position in the catalogue changes with every new text.
extension TextKey: Codable {
    var name: String { TextTable.english.name(of: self) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let key = TextKey.allCases.first(where: { $0.name == name }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no text has the key \(name)")
        }
        self = key
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
