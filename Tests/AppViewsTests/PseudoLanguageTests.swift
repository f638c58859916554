import ECallLanguage
import Testing

@testable import AppViews
@testable import ECallFlows

@MainActor
@Suite("Every screen in a language that grows", .timeLimit(.minutes(1)))
struct PseudoLanguageTests {
    static let people: Set = [
        "Ana", "Anna", "Berg", "Bo", "Bob", "Cai", "Contact", "Cy", "Cyrus", "Dee", "Di", "Diane", "Ed", "Eve", "Fay",
        "Flo", "Gus", "Person", "Robert", "s", "zz",
    ]
    /// Devices, systems, issuers of certificates and accounts; and the bar that the system names.
    static let things: Set = [
        "Apple", "Bar", "Google", "Laptop", "Mac", "Old", "Tab", "Test", "authority", "iOS", "iPhone", "phone",
    ]
    /// As the system writes them.
    private static let times: Set = [
        "AM", "Apr", "Friday", "Jan", "Mar", "Nov", "PM", "hours", "min", "minute", "second", "seconds",
    ]
    /// In their own languages, and in each that a test of the screen chooses.
    private static let languages: Set<String> = {
        let shown: [Language] = [.english, .german, .arabic]
        let names = Language.allCases.flatMap { one in [one.ownName] + shown.map { one.name(in: $0) } }
        return Set(names.flatMap { $0.split { !$0.isLetter }.map(String.init) })
    }()
    /// A recovery code and the beginning of links.
    static let codes: Set = ["ABCD", "EFGH", "https"]
    private static let names = people.union(things).union(times).union(languages).union(codes)

    /// The tables of all suites: each screen that they check is read.
    static let tables: [@MainActor () async throws -> Void] = [
        { await AccountViewTests().screens() }, { await AccountViewTests().loginMethods() },
        { await AccountViewTests().devices() }, { await AddContactViewTests().screens() },
        { await AppLockViewTests().settings() }, { try await CallPanelViewTests().panels() },
        { await CallViewTests().screens() }, { try await ContactViewTests().screens() },
        { await ContactsViewTests().screens() }, { await ContactsViewTests().otherScreens() },
        { await HistoryDetailViewTests().screens() }, { await HistoryViewTests().screens() },
        { try await JoinCallViewTests().screens() }, { await KeysViewTests().screens() },
        { await LanguageViewTests().screens() }, { await NetworkCheckViewTests().screens() },
        { await PermissionsViewTests().screens() }, { await ReportViewTests().screens() },
        { try await RootScreenTests().screens() }, { await ScanViewTests().screens() },
        { await SelectContactsViewTests().screens() }, { try await ServerViewTests().screens() },
        { await SettingsViewTests().screens() }, { try await SignInViewTests().screens() },
        { try await TrustViewTests().comparing() }, { try await TrustViewTests().vouching() },
        { await OwnLinkViewTests().ownScreens() }, { await OwnLinkViewTests().personalScreens() },
        { await RunningCallBannerTests().screens() }, { await NotificationSettingsViewTests().screens() },
    ]

    /// Two digits of a fingerprint aren't a word either.
    private static func isName(_ word: String) -> Bool {
        names.contains(word) || word.wholeMatch(of: /[A-F]{2}/) != nil
    }

    @Test("every label is in the catalogue, except names, numbers and dates; the longest controls are printed")
    func labels() async throws {
        let reading = PseudoReading()
        try await Pseudo.$reading.withValue(reading) {
            for table in Self.tables { try await table() }
        }
        for (word, places) in reading.foreign.sorted(by: { $0.key < $1.key }) where !Self.isName(word) {
            Issue.record("\(word) is not of the catalogue: \(places.sorted().prefix(3))")
        }
        #expect(reading.screens > 300)
        print("The longest labels of controls, two fifths longer than in English:")
        for label in reading.longest { print("\(label.count) \(label)") }
    }

    @Test("a text grows by two fifths and keeps its arguments and bold parts")
    func grows() {
        #expect(PseudoLanguage.grown("Call **{1}**") == "⟦Çáll **{1}**··⟧")
        let sentence = "Asking to join {1}’s call…"
        #expect(PseudoLanguage.grown(sentence).count >= (sentence.count - 3) * 14 / 10)
        #expect(PseudoLanguage.texts.string(.joinCallAsking(name: "Bo")).contains("Bo"))
        #expect(PseudoLanguage.texts.string(.verbatim("Bo")) == "Bo")
        let people = PseudoLanguage.texts.string(.chooseCall(count: 2))
        #expect(people.hasPrefix("⟦Çáll 2 ") && people.hasSuffix("⟧"))
    }

    @Test("text that is not in the catalogue is found, outside of brackets and in arguments")
    func findsForeignWords() {
        let text = PseudoLanguage.texts.string(.joinCallAsking(name: "Bo"))
        #expect(PseudoLanguage.foreignWords(in: text) == ["Bo"])
        #expect(PseudoLanguage.foreignWords(in: "Leave, \(PseudoLanguage.grown("Leave")), 10:20") == ["Leave"])
        #expect(
            PseudoLanguage.foreignWords(in: "Hmm, \(PseudoLanguage.grown("Leave"))") == ["Hmm"],
            "no letter has an accent")
        #expect(PseudoLanguage.foreignWords(in: PseudoLanguage.texts.string(.commonCancel)).isEmpty)
    }
}
