public import ECallLanguage
public import SwiftUI

/// The view: ECallLanguage has a type of this name too.
typealias Text = SwiftUI.Text

/// A text that a person reads or hears, by its key in the catalogue.
public typealias Words = ECallLanguage.Text

extension EnvironmentValues {
    /// The catalogue in the language of the person.
    public var texts: Texts {
        get { self[TextsKey.self] }
        set { self[TextsKey.self] = newValue }
    }
}

private struct TextsKey: EnvironmentKey {
    static let defaultValue = Texts()
}

extension View {
    /// Sets the language of everything below, and its writing direction.
    ///
    /// - Parameters:
    ///   - locale: the language with the person's region, a tag (BCP 47): the formats are that region's. nil is the language's own.
    ///   - hourCycle: the clock that the person has chosen; nil is the region's.
    public func language(
        _ language: Language, locale: String? = nil, hourCycle: Locale.HourCycle? = nil
    ) -> some View {
        environment(\.texts, Texts(language, locale: locale))
            .environment(\.locale, Locale(tag: locale ?? language.rawValue, hourCycle: hourCycle))
            .environment(\.layoutDirection, language.isRightToLeft ? .rightToLeft : .leftToRight)
    }

    func spoken(_ label: Words) -> some View { modifier(Spoken(label: label)) }

    func titled(_ title: Words) -> some View { modifier(Titled(title: title)) }
}

extension Locale {
    /// - Parameter hourCycle: the clock in place of the locale's own; nil keeps that.
    fileprivate init(tag: String, hourCycle: HourCycle?) {
        guard let hourCycle else {
            self.init(identifier: tag)
            return
        }
        var components = Components(identifier: tag)
        components.hourCycle = hourCycle
        self.init(components: components)
    }
}

/// A text of the catalogue, or words of a person.
struct Phrase: View {
    @Environment(\.texts) private var texts
    private let words: Words

    init(_ words: Words) { self.words = words }

    var body: some View { Text(verbatim: texts.string(words)) }
}

/// Gives something its name for VoiceOver.
private struct Spoken: ViewModifier {
    @Environment(\.texts) private var texts
    let label: Words

    func body(content: Content) -> some View { content.accessibilityLabel(Text(verbatim: texts.string(label))) }
}

private struct Titled: ViewModifier {
    @Environment(\.texts) private var texts
    let title: Words

    func body(content: Content) -> some View { content.navigationTitle(Text(verbatim: texts.string(title))) }
}

extension View {
    func searching(_ text: Binding<String>, _ prompt: Words) -> some View {
        modifier(Searching(text: text, prompt: prompt))
    }
}

private struct Searching: ViewModifier {
    @Environment(\.texts) private var texts
    let text: Binding<String>
    let prompt: Words

    func body(content: Content) -> some View {
        content.searchable(text: text, prompt: Text(verbatim: texts.string(prompt)))
    }
}
