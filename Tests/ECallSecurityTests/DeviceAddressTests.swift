import ECallSecurity
import Testing

@Suite("Device address", .timeLimit(.minutes(1)))
struct DeviceAddressTests {
    @Test(
        "an address is read from its text, and written as it",
        arguments: [("1_2", 1, 2), ("0_0", 0, 0), ("18446744073709551615_7", UInt64.max, 7)])
    func text(text: String, user: UInt64, device: UInt64) {
        #expect(DeviceAddress(text) == DeviceAddress(userID: user, deviceID: device))
        #expect(DeviceAddress(userID: user, deviceID: device).description == text)
    }

    @Test(
        "any other text is not an address",
        arguments: [
            "", "1", "_", "1_", "_2", "1_2_3", "01_2", "1_02", "+1_2", "-1_2", "1_2 ", " 1_2", "1:2", "a_b",
            "18446744073709551616_1", "١_٢",
        ])
    func refused(text: String) {
        #expect(DeviceAddress(text) == nil)
    }
}
