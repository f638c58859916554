import Foundation

@testable import ECallAPI
@testable import ECallSecurity

extension FuzzTarget {
    /// What people type, paste and scan, and what addresses and numbers are written in.
    static let texts = [
        FuzzTarget(name: "share-link", isShared: true, longest: 2100) { input in
            guard let text = input.text, let link = try? ShareLink(text) else { return .refused }
            switch link {
            case .token(let token, let host):
                try require(ShareLink.isToken(token), "no token")
                try require(try ShareLink(ShareLink.deep(token: token)) == .token(token, host: nil), "another link")
                if let host {
                    try require(try ShareLink(text, server: host) == link, "its own host is another")
                }
                return .accepted(token)
            case .user(let user):
                try require(!user.isNone && UserID(user.description) == user, "no user")
                // The page names nobody by number.
                return .refused
            }
        },
        FuzzTarget(name: "public-key", isShared: true) { input in
            guard let text = input.text, let key = try? DevicePublicKey(importing: text) else { return .refused }
            try require(try DevicePublicKey(importing: key.text) == key, "another key")
            guard let written = PublicKeyText(wellFormed: key.text), written.text == key.text else {
                throw Finding(description: "a usable key is not well formed")
            }
            // The page notices only when a point is used that it isn't one.
            return key.isRSA ? .accepted(key.text) : .refused
        },
        FuzzTarget(name: "login-identifier", isShared: true) { input in
            guard let text = input.text else { return .refused }
            let email = LoginIdentifier(email: text)
            let phone = LoginIdentifier(phoneNumber: text)
            try require(email == nil || phone == nil, "an address that is a number")
            guard let identifier = email ?? phone else { return .refused }
            let again = email != nil ? LoginIdentifier(email: identifier.text) : LoginIdentifier(phoneNumber: text)
            try require(again == identifier, "a canonical form has another")
            return .accepted(identifier.text)
        },
        FuzzTarget(name: "small-texts") { input in
            guard let text = input.text else { return .refused }
            var isAccepted = false
            if let time = Timestamp(text) {
                isAccepted = true
                // Years of more than four digits can be written, but are invalid to readers.
                if text.utf8.count <= 30 { try require(Timestamp(time.description) == time, "another time") }
            }
            if let user = UserID(text) {
                isAccepted = true
                try require(UserID(user.description) == user && text.utf8.allSatisfy(isDigit), "no number")
            }
            if let key = DeviceKey(text) {
                isAccepted = true
                try require(DeviceKey(key.description) == key && text.utf8.first.map(isDigit) == true, "no device")
            }
            if let address = DeviceAddress(text) { try require(address.description == text, "a second address") }
            if let uri = TURNURI(text) {
                isAccepted = true
                try require(TURNURI(uri.description) == uri, "another URI")
            }
            if let data = Base64.decode(text) { try require(Base64.encode(data) == text, "a second base64") }
            if let data = Base64URL.decode(text) { try require(Base64URL.encode(data) == text, "a second base64url") }
            if let code = RecoveryCode.normalize(text) {
                isAccepted = true
                try require(RecoveryCode.normalize(code) == code, "a second form of a code")
            }
            return isAccepted ? .accepted([]) : .refused
        },
    ]

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
