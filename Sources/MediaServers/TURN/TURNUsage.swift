import ECallAPI
import Foundation

/// The traffic reported by coturn, for tools.
public enum TURNUsage {
    /// Bytes received from and sent to each device, by device id; from the log of coturn in a data directory.
    public static func bytesByDevice(dataDirectory: String) -> [String: Int] {
        guard let log = try? String(contentsOfFile: dataDirectory + "/log/coturn.log", encoding: .utf8) else {
            return [:]
        }
        var bytes: [String: Int] = [:]
        for usage in CoturnLog.usages(in: log) {
            let device = TURNUserName(usage.username)?.identity.device.description ?? usage.username
            bytes[device, default: 0] += usage.receivedBytes + usage.sentBytes
        }
        return bytes
    }
}
