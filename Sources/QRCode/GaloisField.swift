/// Arithmetic in GF(2^8) with the polynomial x^8 + x^4 + x^3 + x^2 + 1, and the check bytes made with it (ISO/IEC 18004
/// section 7.5.2).
enum GaloisField {
    private static let tables: (exponents: [UInt8], logarithms: [Int]) = {
        var exponents = [UInt8](repeating: 0, count: 510)
        var logarithms = [Int](repeating: 0, count: 256)
        var value = 1
        for power in 0..<255 {
            exponents[power] = UInt8(value)
            exponents[power + 255] = UInt8(value)
            logarithms[value] = power
            value <<= 1
            if value > 255 { value ^= 0x11D }
        }
        return (exponents, logarithms)
    }()

    static func multiply(_ left: UInt8, _ right: UInt8) -> UInt8 {
        guard left != 0, right != 0 else { return 0 }
        return tables.exponents[tables.logarithms[Int(left)] + tables.logarithms[Int(right)]]
    }

    /// The generator polynomial of so many check bytes without its leading 1, from the highest power down.
    private static func generator(_ degree: Int) -> [UInt8] {
        var polynomial = [UInt8](repeating: 0, count: degree)
        polynomial[degree - 1] = 1
        for root in 0..<degree {
            for index in 0..<degree {
                polynomial[index] = multiply(polynomial[index], tables.exponents[root])
                if index + 1 < degree { polynomial[index] ^= polynomial[index + 1] }
            }
        }
        return polynomial
    }

    /// The check bytes of one block: the remainder of its division by the generator.
    static func checkBytes(_ data: ArraySlice<UInt8>, count: Int) -> [UInt8] {
        let divisor = generator(count)
        var remainder = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ remainder[0]
            remainder.removeFirst()
            remainder.append(0)
            for index in 0..<count { remainder[index] ^= multiply(divisor[index], factor) }
        }
        return remainder
    }
}
