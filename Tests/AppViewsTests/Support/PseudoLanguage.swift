import Foundation
@_spi(Walk) import SwiftUI

@testable import AppViews
@testable import ECallLanguage

/// A pseudo-language: English with accents, in brackets, and two fifths longer. Text on a screen without them is not from the
/// catalogue, and would stay English in every language.
enum PseudoLanguage {
    static let texts = Texts(.english, change: grown)

    private static let plain = Array("aeiouyAEIOUYcnszCNSZ")
    private static let accented = Array("áéíóúýÁÉÍÓÚÝçñšžÇÑŠŽ")
    private static let accents = Dictionary(uniqueKeysWithValues: zip(plain, accented))

    /// The pattern with its places as they are.
    @Sendable static func grown(_ pattern: String) -> String {
        var (said, count, isPlace) = ("", 0, false)
        for letter in pattern {
            if letter == "{" { isPlace = true }
            said.append(isPlace ? letter : accents[letter] ?? letter)
            if !isPlace, letter != "*" { count += 1 }
            if letter == "}" { isPlace = false }
        }
        return "⟦" + said + String(repeating: "·", count: (count * 2 + 4) / 5) + "⟧"
    }

    /// The words that aren't of the catalogue: outside of all brackets, or without accents within them. Numbers,
    /// addresses and signs aren't words.
    static func foreignWords(in label: String) -> [String] {
        var (depth, words, word) = (0, [String](), "")
        var isForeign = false
        func end() {
            if isForeign, word.contains(where: \.isLetter), !word.contains(where: { $0.isNumber || "@/.".contains($0) })
            {
                words.append(word)
            }
            (word, isForeign) = ("", false)
        }
        for letter in label {
            switch letter {
            case "⟦":
                end()
                depth += 1
            case "⟧":
                end()
                depth -= 1
            case _ where letter.isLetter || letter.isNumber || "@/.".contains(letter):
                word.append(letter)
                isForeign = isForeign || letter.isLetter && (depth == 0 || accents[letter] != nil)
            default: end()
            }
        }
        end()
        return words
    }
}

/// Where screens are read in place of being checked.
enum Pseudo {
    @TaskLocal static var reading: PseudoReading?
    /// The reading whose screen is made now: a view that a test makes by itself is in its own language.
    @TaskLocal static var made: PseudoReading?
}

/// The words of all screens in the pseudo-language, or in one of the catalogue's languages.
@MainActor
final class PseudoReading {
    private(set) var foreign: [String: Set<String>] = [:]
    private(set) var controls: Set<String> = []
    private(set) var screens = 0
    /// All text, with its screen and element.
    private(set) var spoken: [(words: String, place: String)] = []
    private(set) var faults: [String] = []
    /// nil for the pseudo-language.
    private let language: Language?

    init(_ language: Language? = nil) { self.language = language }

    /// How dates and numbers are written; nil leaves it to the test of the screen.
    var locale: Locale? { language.map { Locale(identifier: $0.rawValue) } }

    func said(_ view: some View) -> AnyView {
        guard let language else { return AnyView(view.environment(\.texts, PseudoLanguage.texts)) }
        return AnyView(view.language(language))
    }

    func read(_ elements: [Element], on screen: String, faults: [String]) {
        screens += 1
        self.faults += faults.map { "\(screen): \($0)" }
        for element in elements {
            // Typed text is the person's own.
            let value = element.role == .textField ? "" : element.value
            // The system names countries, each with its calling code.
            let words = ([element.label, value, element.hint] + element.actions.compactMap(\.gesture.words))
                .filter { !$0.contains("(+") }
            spoken += words.map { ($0, "\(screen): \(element.label)") }
            guard language == nil else { continue }
            for word in words.flatMap({ PseudoLanguage.foreignWords(in: $0) }) {
                foreign[word, default: []].insert("\(screen): \(element.label)")
            }
            if element.role != .text, element.role != .image, element.role != .progress {
                controls.insert(element.label)
            }
        }
    }

    /// The ten longest labels of controls.
    var longest: [String] { Array(controls.sorted { ($0.count, $0) > ($1.count, $1) }.prefix(10)) }
}
