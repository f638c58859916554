import ECallLanguage
public import SwiftUI

/// Draws a text as a QR code, by the system. Nil if it cannot.
public typealias DrawCode = @MainActor (String) -> Image?

/// The ways to pass on the person's link: by the share sheet, and as a code that others scan.
public struct LinkSharing {
    let draw: DrawCode
    let copy: @MainActor (String) -> Void

    /// - Parameter copy: puts a text into the clipboard.
    public init(draw: @escaping DrawCode, copy: @escaping @MainActor (String) -> Void) {
        (self.draw, self.copy) = (draw, copy)
    }
}

/// The person's link as a code and as text, with buttons to pass it on.
struct LinkHandout: View {
    /// The link that was copied last.
    @State private var copied: String?
    let link: String
    let code: Words
    let ways: LinkSharing

    var body: some View {
        if let image = ways.draw(link) {
            // Readers need black on white, whatever the appearance is, and a margin.
            image.interpolation(.none).resizable().scaledToFit()
                .padding(Metrics.space)
                .background(Color.white, in: RoundedRectangle(cornerRadius: Metrics.radius))
                .spoken(code)
        }
        Text(verbatim: link).textSelection(.enabled).environment(\.layoutDirection, .leftToRight)
        ActionButton(copied == link ? .linkCopied : .linkCopy, copied == link ? .accept : .copy, tone: .primary) {
            ways.copy(link)
            copied = link
        }
        .sensoryFeedback(trigger: copied) { _, copied in copied == nil ? nil : .success }
        if let url = URL(string: link) {
            ShareLink(item: url) {
                Labelled(.linkShare, .share).frame(maxWidth: .infinity, minHeight: Metrics.target)
            }
            .buttonStyle(.bordered)
        }
    }
}
