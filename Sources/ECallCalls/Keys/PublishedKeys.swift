import ECallAPI
import ECallSecurity
import FrameCrypto
import KeyDistribution

/// What the server publishes of people's devices, and what those say of each other (e2ee 1): it counts by its signatures alone.
struct PublishedKeys: Sendable {
    /// Devices that can be called: those with an identity in order, under the address it names.
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

    /// The newest word of another device of the same person for this one; nil where there is none for just this identity. One that
    /// signed in later is no judge of it: whoever gets in could else keep this device from saying what is its person's.
    func vouch(for identity: SignedIdentity) -> Vouch? {
        vouches.reversed().lazy.compactMap { try? Vouch(text: $0) }.first { vouch in
            vouch.identity == identity.hash && vouch.by != identity.address
                && vouch.by.userID == identity.address.userID
                && devices[vouch.by].map { $0.isOlder(than: identity) && vouch.isSigned(by: $0.sign) } ?? false
        }
    }

    /// How the device that vouches for this one is the person's: each link older than the one before, so that there is an end.
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

    /// What all of the devices can receive: H.264 where they can, else VP8. A device that said nothing does H.264 alone.
    var commonVideoCodec: FrameCodec {
        let canAll = devices.keys.allSatisfy { videoCodecs[$0]?.contains(FrameCodec.h264.rawValue) ?? true }
        return canAll ? .h264 : .vp8
    }
}
