import ECallAPI
public import ECallCore
import ECallLanguage
public import SwiftUI

/// What this is, which server it speaks to, and whose it is not.
public struct AboutView: View {
    private let server: ServerAddress

    public init(server: ServerAddress) { self.server = server }

    public var body: some View {
        List {
            Section {
                fact(.aboutVersion, .verbatim(ProductVersion.current))
                fact(.aboutServer, .verbatim(server.description))
                fact(.aboutLicence, .aboutMit)
            } header: {
                Phrase(.commonBrand)
            }
            Section {
                Phrase(.aboutIndependent)
                Phrase(.aboutOperator).foregroundStyle(.secondary)
            }
        }
        .titled(.aboutTitle)
    }

    private func fact(_ title: Words, _ value: Words) -> some View {
        Row(title, note: value) {
            EmptyView()
        } accessory: {
            EmptyView()
        }
    }
}
