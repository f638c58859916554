import Crypto
import ECallSecurity

@testable import FrameCrypto

/// Frames as encoders make them, and sealers and openers with fixed keys.
enum Frames {
    static let sps: [UInt8] = [0x67, 0x42, 0xC0, 0x1F, 0xDA, 0x01, 0x40, 0x16, 0xE8]
    static let pps: [UInt8] = [0x68, 0xCE, 0x3C, 0x80]
    /// first_mb 0, slice_type 7, PPS id 0 in the second byte, as x264 writes them.
    static let idrSlice: [UInt8] = [0x65, 0x88, 0x84, 0x00, 0x21, 0xFF, 0xFE, 0xF7]
    /// first_mb 0, slice_type 5, PPS id 0.
    static let slice: [UInt8] = [0x41, 0x9A, 0x24, 0x6C, 0x41, 0x3F]
    static let sei: [UInt8] = [0x06, 0x05, 0x10, 0x78, 0x32, 0x36, 0x34, 0x80]
    static let delimiter: [UInt8] = [0x09, 0xF0]
    /// A second slice: first_mb 20.
    static let laterSlice: [UInt8] = [0x41, 0x0A, 0xA6, 0x11, 0x22]

    static let idr = accessUnit([sps, pps, idrSlice])
    static let delta = accessUnit([slice])

    static func accessUnit(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }

    /// Bytes with a given generator, many of them small, so that emulation prevention has work.
    static func random(_ count: Int, using generator: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in
            Bool.random(using: &generator)
                ? UInt8.random(in: 0...3, using: &generator) & (Bool.random(using: &generator) ? 0 : 3)
                : .random(in: .min ... .max, using: &generator)
        }
    }
}

/// A small generator with a seed (Steele, Lea, Flood 2014).
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

extension SymmetricKey {
    static func fixed(_ byte: UInt8) -> SymmetricKey { SymmetricKey(data: [UInt8](repeating: byte, count: 32)) }
}

let millisecond: UInt64 = 1_000_000
let second: UInt64 = 1_000_000_000
