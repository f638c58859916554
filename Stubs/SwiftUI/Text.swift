public import UIKit

public struct Text: SystemView, Sendable {
    nonisolated let words: String

    public nonisolated init(verbatim content: String) { words = content }

    func read(_ context: Context) -> [Element] { words.isEmpty ? [] : [Element(.text, words, in: context)] }
}

public struct Image: SystemView, Sendable {
    public nonisolated init(systemName: String) {}
    public nonisolated init(uiImage: UIImage) {}

    /// VoiceOver would read the symbol's own name, in the language of the system: it needs another label, or is hidden.
    func read(_ context: Context) -> [Element] { [Element(.image, "", in: context)] }
}

public struct Label<Title: View, Icon: View>: SystemView {
    let title: Title

    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) { self.title = title() }

    func read(_ context: Context) -> [Element] { context.read(title) }
}

@MainActor @preconcurrency
public protocol TextSelectability {}

public struct EnabledTextSelectability: TextSelectability {}

extension TextSelectability where Self == EnabledTextSelectability {
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

extension View {
    public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
}

extension Image {
    public enum Interpolation: Sendable { case none }

    public func resizable() -> Image { self }
    public func interpolation(_ interpolation: Interpolation) -> Image { self }
}
