/// What the receiver needs to know of an H.264 access unit in Annex B form (ITU-T H.264 annex B).
enum AnnexB {
    /// True when one of its NAL units is a slice of an IDR picture.
    static func containsIDR(_ accessUnit: [UInt8]) -> Bool {
        var zeros = 0
        for (index, byte) in accessUnit.enumerated() {
            if byte == 1, zeros >= 2, index + 1 < accessUnit.count {
                switch accessUnit[index + 1] & 0x1F {
                case 5: return true
                case 1: return false
                default: break
                }
            }
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return false
    }
}
