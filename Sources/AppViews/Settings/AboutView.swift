import ECallAPI
public import ECallCore
import ECallLanguage
public import SwiftUI

/// The name of this app, its server, and the disclaimer of affiliation.
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
