public import ECallAPI

extension DeviceIdentity: ExpressibleByIntegerLiteral {
    /// 21 is the first device of the user 2, as in `Cast`.
    public init(integerLiteral value: UInt64) { self.init(user: UserID(value / 10), device: DeviceID(value)) }
}
