import ECallAPI
import ECallCore
import ECallFlows
import ECallLanguage
import SwiftUI

/// Gives the certificate authority of a server that has its own: as a file, or pasted.
struct AuthorityForm: View {
    @State private var pasted = ""
    let store: FlowStore<ServerFlow>
    let chooseFile: ChooseFile

    var body: some View {
        FileButton(.serverAuthorityFile) {
            switch await chooseFile() {
            case .file(let data): store.send(.gaveAuthority(data))
            case .failed: store.send(.failedToReadAuthority)
            case .cancelled: break
            }
        }
        Field(.serverAuthorityPaste, text: $pasted, .long) {}
        ActionButton(.serverAuthorityUse) { store.send(.gaveAuthority(Data(pasted.utf8))) }
    }
}

/// The certificate authority to trust, for comparison.
struct TrustForm: View {
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    let store: FlowStore<ServerFlow>
    let authorities: OwnAuthorities

    var body: some View {
        if let question = store.state.question { Phrase(question) }
        ForEach(authorities.certificates, id: \.fingerprint) { certificate in
            VStack(alignment: .leading, spacing: Metrics.small) {
                Phrase(certificate.name.isEmpty ? .serverCertificateUnnamed : .verbatim(certificate.name)).font(
                    .headline)
                Phrase(.serverCertificateExpires(date: date(certificate.expiry))).foregroundStyle(.secondary)
                Phrase(.serverCertificateFingerprint).font(.footnote).foregroundStyle(.secondary)
                Text(verbatim: certificate.fingerprint)
                    .font(.system(.footnote, design: .monospaced))
                    .textSelection(.enabled)
                    .leftToRight()
            }
            .padding(Metrics.space)
            .frame(maxWidth: .infinity, alignment: .leading)
            .background(.quaternary, in: RoundedRectangle(cornerRadius: Metrics.radius))
        }
        ActionButton(.serverTrustDo, tone: .primary) { store.send(.trusted) }
        ActionButton(.commonCancel) { store.send(.wentBack) }
    }

    private func date(_ seconds: TimeInterval) -> String {
        DateFormatters.dateShort(
            Timestamp(Date(timeIntervalSince1970: seconds)), locale: locale, timeZone: timeZone)
    }
}
