import ECallLanguage

extension MessageTexts {
    static let simplifiedChinese = MessageTexts(
        code: "你的 ECALL 验证码：{code}",
        codeLife: [.other: "验证码只能使用一次，将在 {minutes} 分钟后过期。请勿告诉任何人。"],
        notRequested: "如果你没有请求验证码，可以忽略此邮件。",
        removedSubject: "你的 ECALL 账号的一种登录方式已被移除",
        removed: "{address} 已不能再用于登录你的 ECALL 账号。",
        restore: [.other: "如果不是你移除的，你可以在 {days} 天内恢复。恢复时，此账号的所有设备都会退出登录。"],
        removedNumber: "此号码已不能再用于登录你的 ECALL 账号。",
        restoreNumber: [.other: "不是你操作的？请在 {days} 天内恢复：{link}"])
}
