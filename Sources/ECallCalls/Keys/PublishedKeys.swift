import ECallAPI
import ECallSecurity
import FrameCrypto
import KeyDistribution

/// The keys that the server publishes for people's devices, and the devices' statements on each other (e2ee 1); only their
/// signatures count.
struct PublishedKeys: Sendable {
    /// The devices that can be called: those with a valid identity, under the address it names.
    private(set) var devices: [DeviceAddress: SignedIdentity] = [:]
    let vouches: [String]
    let revokes: [String]
    /// Whether there are devices that cannot be called, since their apps make no identities.
    private(set) var hasOlderApps = false
    private var videoCodecs: [DeviceAddress: [String]] = [:]

    init(_ answer: PublicKeysResponse, of users: [UserID]) {
        vouches = answer.vouches ?? []
        revokes = answer.revokes ?? []
        for name in answer.publicKeys.keys.sorted() {
            guard let address = DeviceAddress(name), address.deviceID > 0, users.contains(UserID(address.userID)) else {
                continue
            }
            guard let text = answer.identities?[name], let identity = try? SignedIdentity(verifying: text),
                identity.address == address
            else {
                hasOlderApps = true
                continue
            }
            devices[address] = identity
            videoCodecs[address] = answer.videoCodecs?[name]
        }
    }

    /// Returns the newest vouch of another device of the same person for this one; nil if there is none for exactly this identity.
    /// A device that signed in later cannot vouch: an intruder could otherwise keep this device from vouching for the person's own.
    func vouch(for identity: SignedIdentity) -> Vouch? {
        vouches.reversed().lazy.compactMap { try? Vouch(text: $0) }.first { vouch in
            vouch.identity == identity.hash && vouch.by != identity.address
                && vouch.by.userID == identity.address.userID
                && devices[vouch.by].map { $0.isOlder(than: identity) && vouch.isSigned(by: $0.sign) } ?? false
        }
    }

    /// Returns the vouches that lead from this device's voucher to the person: each link is older than the one before, so that
    /// there is an end.
    func chain(for identity: SignedIdentity) -> [VouchLink] {
        var links: [VouchLink] = []
        var last = vouch(for: identity)
        while links.count < VouchLink.most, let voucher = last.flatMap({ devices[$0.by] }),
            let next = vouch(for: voucher)
        {
            links.append(VouchLink(identity: voucher, vouch: next))
            last = next
        }
        return links
    }

    func judged(by pins: DevicePins) -> [DeviceAddress: DeviceTrust] {
        pins.judged(devices.values, vouches: vouches, revokes: revokes)
    }

    /// The codec that all of the devices can receive: H.264 if all can, otherwise VP8. A device that names none receives H.264 alone.
    var commonVideoCodec: FrameCodec {
        let canAll = devices.keys.allSatisfy { videoCodecs[$0]?.contains(FrameCodec.h264.rawValue) ?? true }
        return canAll ? .h264 : .vp8
    }
}
