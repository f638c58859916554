import ECallAPI
import ServerFoundation

/// `GET /devices`, `POST /register_device`, `/logout`, `/terminate-session/{id}`, `/terminate-others`.
struct DeviceController {
    let database: any Database
    let devices: DeviceService
    let clock: WallClock

    func addRoutes(to api: APIRouter) {
        api.on(.devices, use: list)
        api.on(.registerDevice, use: register)
        api.on(.logout, use: logout)
        api.on(.terminateSession, use: terminate)
        api.on(.terminateOthers, use: terminateOthers)
    }

    @Sendable func list(context: AppRequestContext) async throws -> DevicesResponse {
        let caller = try context.requireIdentity()
        let devices = try await database.read { try DeviceRepository($0).devices(of: caller.user) }
        return DevicesResponse(
            devices: devices.map { device in
                DeviceInfo(
                    id: device.id, userId: device.user, deviceName: device.deviceName, systemName: device.systemName,
                    systemVersion: device.systemVersion, identifier: device.identifier, ip: device.ip,
                    location: device.location, updatedAt: device.updatedAt)
            })
    }

    @Sendable func register(body: RegisterDeviceRequest, context: AppRequestContext) async throws -> StatusResponse {
        let caller = try context.requireIdentity()
        let details = try DeviceDetails(
            DevicePayload(
                publicKey: body.publicKey, voipToken: body.voipToken, apnsToken: body.apnsToken,
                videoCodecs: body.videoCodecs, language: body.language))
        if let hash = body.publicKeyHash, !hash.isEmpty {
            guard let key = details.publicKey, HexDigest.areEqual(hash.lowercased(), key.hash) else {
                throw APIFailure(.registerDeviceFailed, "publicKeyHash does not belong to the public key")
            }
        }
        let identity = try body.identity.flatMap { text in text.isEmpty ? nil : text }.map { text in
            guard let signed = SignedText(text) else {
                throw APIFailure(.registerDeviceFailed, "identity is not three parts of base64url, or too long")
            }
            return signed
        }
        let (address, now, locations) = (context.clientAddress, clock.now(), devices.locations)
        try await database.write { sql in
            let devices = DeviceRepository(sql)
            guard let device = try devices.find(caller) else {
                throw APIFailure(.deviceNotRegistered, "This device was signed out")
            }
            try KeyChange(key: details.publicKey, identity: identity).check(for: device)
            try devices.update(caller, details, ip: address, at: now)
            if let identity {
                let isFirst = RegisteredIdentity(device) == nil
                try devices.setIdentity(identity, of: caller, since: isFirst ? now : nil)
            }
            try devices.locate(caller, by: locations)
        }
        return StatusResponse()
    }

    /// The answer is a bare JSON string (wire-protocol 1.3).
    @Sendable func logout(context: AppRequestContext) async throws -> String {
        try await devices.remove(try context.requireIdentity())
        return "ok"
    }

    /// Signs out one of the caller's devices, including the calling one. A repetition within minutes succeeds, because the
    /// app retries.
    @Sendable func terminate(context: AppRequestContext) async throws -> String {
        let (caller, id) = (try context.requireIdentity(), try context.pathID(DeviceKind.self))
        let identity = DeviceIdentity(user: caller.user, device: id)
        guard try await devices.remove(identity) || devices.wasRemoved(identity, before: clock.now()) else {
            throw APIFailure(.deviceNotFound, "Your account has no such device")
        }
        return "ok"
    }

    @Sendable func terminateOthers(context: AppRequestContext) async throws -> String {
        try await devices.removeOthers(of: try context.requireIdentity())
        return "ok"
    }
}
