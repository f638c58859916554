import ECallAPI
import Hummingbird
import MediaServers
import ServerFoundation
import SignalRouting

/// `GET /credentials`: this device's access to TURN and STOMP (wire-protocol 1.9, 18).
struct CredentialsController {
    let signalingTokens: SignalingTokens
    let turn: TURNCredentials
    let relay: @Sendable () -> TURNAddresses
    let now: @Sendable () -> Timestamp
    /// The clock for the expiry of TURN credentials: coturn compares it with the host's.
    let turnTime: @Sendable () -> Timestamp

    func addRoutes(to api: APIRouter) { api.on(.credentials, use: credentials) }

    @Sendable func credentials(context: AppRequestContext) async throws -> CredentialsResponse {
        let (identity, now, relay) = (try context.requireIdentity(), now(), relay())
        let (username, password) = turn.issue(to: identity, at: turnTime())
        let (passcode, expiresAt) = signalingTokens.issue(to: identity, at: now)
        return CredentialsResponse(
            noneTlsUrl: relay.udp.description, tlsUrl: relay.tls?.description,
            turnUrls: relay.all.map(\.description), turnUsername: username, turnPassword: password,
            rabbitmqToken: passcode, rabbitmqTokenExpiresAt: Double(expiresAt))
    }
}
