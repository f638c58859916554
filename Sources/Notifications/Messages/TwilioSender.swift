import Foundation
import NIOHTTP1
package import ServerFoundation

/// Sends text messages with Twilio's REST API.
package struct TwilioSender: ProviderSender, Confidential {
    private let settings: TwilioSettings
    private let service: OutgoingService
    private let http: OutgoingHTTP

    package var channels: Set<MessageChannel> { [.sms] }

    /// - Throws: `StartFailure` for settings that cannot work.
    package init(settings: TwilioSettings, http: OutgoingHTTP) throws(StartFailure) {
        self.settings = settings
        self.http = http
        service = try Self.check(settings)
    }

    /// Returns the address of the service, or throws if the settings cannot work.
    @discardableResult
    package static func check(_ settings: TwilioSettings) throws(StartFailure) -> OutgoingService {
        let isWord = settings.accountSID.utf8.allSatisfy { byte in
            byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
        }
        guard !settings.accountSID.isEmpty, isWord, !settings.authToken.isEmpty, !settings.sender.isEmpty else {
            throw .providerUnusable("Text messages: the account's SID, its token and a sender are needed.")
        }
        return try OutgoingService(settings.service, name: "Text messages")
    }

    package func attempt(_ message: OutgoingMessage) async -> DeliveryAttempt {
        let credentials = Data("\(settings.accountSID):\(settings.authToken)".utf8).base64EncodedString()
        do throws(ProviderFailure) {
            let answer = try await http.post(
                "/2010-04-01/Accounts/\(settings.accountSID)/Messages.json", to: service,
                headers: [
                    "authorization": "Basic \(credentials)", "content-type": "application/x-www-form-urlencoded",
                    "accept": "application/json",
                ],
                body: Array(Self.form(message, sender: settings.sender).utf8))
            return Self.failure(answer).map { .failed($0, ProviderCode("HTTP \(answer.status)")) } ?? .delivered
        } catch {
            return .failed(error.failure, error.code)
        }
    }

    /// `To`, `From` or `MessagingServiceSid`, and `Body`.
    package static func form(_ message: OutgoingMessage, sender: String) -> String {
        FormBody.encode([
            ("To", message.to), (sender.hasPrefix("MG") ? "MessagingServiceSid" : "From", sender),
            ("Body", message.body),
        ])
    }

    /// Returns nil if Twilio accepted the message.
    package static func failure(_ answer: ProviderAnswer) -> DeliveryFailure? {
        switch answer.status {
        case 200...299: nil
        // The account, its token, or the URL.
        case 300...399, 401, 403, 404: .misconfigured
        case 408, 425, 429, 500...599: .unavailable(retryAfter: answer.retryAfter)
        // A number that is invalid, cannot receive messages, or has opted out.
        default: .refused
        }
    }
}

/// `application/x-www-form-urlencoded` (WHATWG URL, section 5.2). Pure.
package enum FormBody {
    package static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(escape($0.name))=\(escape($0.value))" }.joined(separator: "&")
    }

    private static func escape(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                escaped.unicodeScalars.append(UnicodeScalar(byte))
            case UInt8(ascii: " "): escaped += "+"
            default: escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}
