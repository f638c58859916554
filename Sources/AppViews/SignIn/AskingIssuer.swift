public import ECallAuthentication
public import ECallFlows
import SwiftUI

/// Shows the sheet of Google or Apple, and returns its result.
public typealias AskIssuer = @MainActor @Sendable (IdentityIssuer) async -> IssuerSignIn.Answer

extension View {
    /// Shows the sheet of an issuer as soon as the flow wants it.
    func asksIssuer(
        _ issuer: IssuerSignIn, _ ask: @escaping AskIssuer,
        cameBack: @escaping @MainActor @Sendable (IssuerSignIn.Answer) -> Void
    ) -> some View {
        task(id: issuer.stage) {
            if case .asking(let issuer) = issuer.stage { await cameBack(ask(issuer)) }
        }
    }
}
