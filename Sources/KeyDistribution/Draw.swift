public import ECallSecurity

extension SenderKey {
    static func draw(using random: inout some RandomNumberGenerator) -> SenderKey {
        let secret = SecretBytes.draw(length, using: &random)
        guard let key = secret.withUnsafeBytes({ SenderKey(copying: $0) }) else {
            preconditionFailure("a key of the right length is a key")
        }
        return key
    }
}

extension SecretBytes {
    /// Draws bytes, eight from each number, its most significant first.
    package static func draw(_ count: Int, using random: inout some RandomNumberGenerator) -> SecretBytes {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 7)
        while bytes.count < count {
            let number = random.next()
            for shift in stride(from: 56, through: 0, by: -8) where bytes.count < count {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }
        return SecretBytes(taking: &bytes)
    }
}

extension JoinSecrets {
    /// Draws the private keys of one entry into a call.
    public static func draw(postQuantum: Bool, using random: inout some RandomNumberGenerator) -> JoinSecrets {
        let x = SecretBytes.draw(32, using: &random)
        let m = postQuantum ? SecretBytes.draw(64, using: &random) : nil
        guard let secrets = JoinSecrets(xSeed: x, mSeed: m) else {
            preconditionFailure("seeds of the right length are keys")
        }
        return secrets
    }
}
