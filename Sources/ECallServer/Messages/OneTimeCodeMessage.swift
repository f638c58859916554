/// The texts that carry a one-time code (requirement 001, step 3).
enum OneTimeCodeMessage {
    static func make(code: String, for identifier: LoginIdentifier, minutes: Int) -> OutgoingMessage {
        switch identifier {
        case .email(let address):
            OutgoingMessage(
                channel: .email, to: address, code: code, subject: "Your ECALL verification code",
                body: """
                    Your ECALL code: \(code)

                    It is valid for \(minutes) minutes and can be used once. If you did not ask for it, you can ignore \
                    this message.
                    """)
        case .phone(let number):
            OutgoingMessage(
                channel: .sms, to: number, code: code, subject: nil, body: "Your ECALL code: \(code)")
        }
    }
}
