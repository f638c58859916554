import ECallLanguage

extension MessageTexts {
    static let vietnamese = MessageTexts(
        code: "Mã ECALL của bạn: {code}",
        codeLife: [.other: "Mã chỉ dùng được một lần và hết hạn sau {minutes} phút. Đừng chia sẻ mã với bất kỳ ai."],
        notRequested: "Nếu bạn không yêu cầu mã này, bạn có thể bỏ qua email này.",
        removedSubject: "Một cách đăng nhập vào tài khoản ECALL của bạn đã bị gỡ",
        removed: "Không thể dùng {address} để đăng nhập vào tài khoản ECALL của bạn nữa.",
        restore: [
            .other: """
            Nếu bạn không gỡ, bạn có thể khôi phục cách đăng nhập này trong vòng {days} ngày. Khi đó, mọi thiết \
            bị của tài khoản sẽ bị đăng xuất.
            """
        ],
        removedNumber: "Không thể dùng số này để đăng nhập vào tài khoản ECALL của bạn nữa.",
        restoreNumber: [.other: "Không phải bạn? Hãy khôi phục trong vòng {days} ngày: {link}"])
}
