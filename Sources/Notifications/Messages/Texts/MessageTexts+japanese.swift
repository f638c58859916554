import ECallLanguage

extension MessageTexts {
    static let japanese = MessageTexts(
        code: "ECALLの認証コード: {code}",
        codeLife: [.other: "このコードは1回だけ使用でき、{minutes}分後に無効になります。誰にも教えないでください。"],
        notRequested: "このコードをリクエストしていない場合は、このメールを無視してかまいません。",
        removedSubject: "ECALLアカウントのサインイン方法が1つ削除されました",
        removed: "{address}ではECALLアカウントにサインインできなくなりました。",
        restore: [.other: "ご自身で削除していない場合は、{days}日以内に復元できます。復元すると、アカウントのすべてのデバイスがサインアウトされます。"],
        removedNumber: "この番号ではECALLアカウントにサインインできなくなりました。",
        restoreNumber: [.other: "お心当たりがない場合は、{days}日以内に復元してください: {link}"])
}
