import ECallCalls
import ECallLanguage

/// Names of people in a sentence.
enum CallNames {
    /// The displayed name of a person.
    static func one(_ name: String) -> Text { name.isEmpty ? .commonSomebody : .verbatim(name) }

    /// At most two of the names, and the number of others.
    static func text(_ names: [Text]) -> Text {
        switch names.count {
        case 0: .commonSomebody
        case 1: names[0]
        case 2: .commonTwoNames(one: names[0], other: names[1])
        default:
            .callNamesOthers(names: Text.commonTwoNamesOfMore(one: names[0], other: names[1]), count: names.count - 2)
        }
    }

    static func text(of people: some Sequence<CallParticipant>) -> Text { text(people.map(\.shown)) }
}

extension CallParticipant {
    var shown: Text { CallNames.one(name) }
}

extension OngoingCall.Person {
    var shown: Text { CallNames.one(name) }
}
