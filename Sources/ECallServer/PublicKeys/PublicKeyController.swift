import ECallAPI
import Hummingbird
import ServerFoundation

/// `POST /user/publicKeys`, and the same as GET with `?userIds=1,2`.
struct PublicKeyController {
    let database: any Database
    let presence: any CallPresence
    let limits: Limits

    func addRoutes(to api: APIRouter) {
        api.on(.publicKeys) { (body: PublicKeysRequest, context: AppRequestContext) in
            try await publicKeys(of: body.userIds, for: context.requireIdentity())
        }
        api.on(.publicKeysByQuery) { request, context in
            let text = request.uri.queryParameters["userIds"].map(String.init) ?? ""
            let ids = text.split(separator: ",").map { UserID(String($0)) }
            guard !ids.contains(nil) else { throw APIFailure(.badRequest, "userIds must be a list of numbers") }
            return try .json(await publicKeys(of: ids.compactMap { $0 }, for: context.requireIdentity()))
        }
    }

    /// Returns the keys of those whom the caller may ring: the caller, friends, people who have sent the caller a request,
    /// and participants of a common call (W21). Having sent a request is not enough: a number would reveal the devices
    /// behind it. Of participants only the device that takes part, or asks to, is returned. No one else is named, so that
    /// the answer does not reveal who exists.
    private func publicKeys(of users: [UserID], for caller: DeviceIdentity) async throws -> PublicKeysResponse {
        guard users.count <= limits.publicKeyUsers else {
            throw APIFailure(.getPublicKeysFailed, "At most \(limits.publicKeyUsers) users can be asked for at once")
        }
        var inCall: [UserID: Set<DeviceID>] = [:]
        for user in Set(users) where user != caller.user {
            let devices = await presence.sharedCallDevices(of: user, with: caller.user)
            if !devices.isEmpty { inCall[user] = devices }
        }
        let (wanted, joined) = (Set(users), inCall)
        return try await database.read { sql -> PublicKeysResponse in
            let (contacts, devices) = (ContactRepository(sql), DeviceRepository(sql))
            let statements = DeviceStatementRepository(sql)
            var answer = PublicKeysResponse(
                publicKeys: [:], videoCodecs: [:], identities: [:], vouches: [], revokes: [])
            for user in wanted.sorted() {
                let isKnown =
                    try user == caller.user || joined[user] != nil || contacts.areFriends(caller.user, user)
                    || FriendRequestRepository(sql).exists(from: user, to: caller.user)
                guard isKnown else { continue }
                answer.vouches? += try statements.statements(of: user, .vouch)
                answer.revokes? += try statements.statements(of: user, .revoke)
                for device in try devices.devices(of: user) where !device.publicKey.isEmpty {
                    guard joined[user]?.contains(device.id) ?? true else { continue }
                    let address = DeviceKey(user: user, device: device.id).description
                    answer.publicKeys[address] = device.publicKey
                    answer.videoCodecs?[address] = device.videoCodecs
                    if !device.identity.isEmpty { answer.identities?[address] = device.identity }
                }
            }
            return answer
        }
    }
}
