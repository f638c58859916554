import ECallAPI
import ECallCore
import ECallSecurity
import FrameCrypto

/// The caller: make a room, wrap a door key for every device of the people called, have the server ring them.
extension CallSession {
    /// Returns when the devices ring.
    func invite(_ contacts: [UserID]) async throws(CallFailure) -> CallID {
        async let opened = openRoom()
        async let loaded = loadKeys(of: contacts)
        let devices = try await loaded.get()
        let roomID = try await opened.get()
        guard !devices.isEmpty else { throw .notAvailable }

        if let codec = options.videoCodec {
            videoCodec = codec
        } else {
            videoCodec = await peers.commonVideoCodec(of: devices.keys)
        }
        let request = StartCallRequest(
            roomId: roomID, calleeIds: contacts, encryptedAESKeys: try doorKeys(for: devices), isVideo: options.video,
            videoCodec: videoCodec.rawValue)
        let answer: StartCallResponse
        do throws(APIClientError) {
            answer = try await environment.api.send(.startCall, body: request)
        } catch {
            throw CallFailure(error)
        }
        return answer.callRecord.id
    }

    private func openRoom() async -> Result<RoomID, CallFailure> {
        do throws(CallFailure) {
            try await room.open()
            return .success(try await room.createRoom())
        } catch {
            return .failure(error)
        }
    }

    private func loadKeys(of contacts: [UserID]) async -> Result<[DeviceAddress: DevicePublicKey], CallFailure> {
        do throws(CallFailure) { return .success(try await peers.load(contacts)) } catch { return .failure(error) }
    }

    /// A fresh key for each device: it proves the invitation and never protects media (e2ee 6).
    private func doorKeys(for devices: [DeviceAddress: DevicePublicKey]) throws(CallFailure) -> [String: String] {
        var wrapped: [String: String] = [:]
        for (address, key) in devices {
            guard let envelope = try? CallKeyEnvelope.wrap(CallKey(), for: key) else { continue }
            wrapped[address.description] = envelope.text
        }
        guard !wrapped.isEmpty else { throw .encryption("none of their devices has a usable key") }
        return wrapped
    }
}
