/// The text of the mail with a one-time code, in each language of the app.
package enum OneTimeCodeTexts {
    package static func body(code: String, minutes: Int, _ language: MessageLanguage) -> String {
        let texts = texts(code, minutes, language)
        return "\(texts.code)\n\n\(texts.advice)"
    }

    private static func texts(
        _ code: String, _ minutes: Int, _ language: MessageLanguage
    ) -> (code: String, advice: String) {
        switch language {
        case .english:
            (
                "Your ECALL code: \(code)",
                """
                It is valid for \(minutes) minutes and can be used once. If you did not ask for it, you can ignore \
                this message.
                """
            )
        case .vietnamese:
            (
                "Mã ECALL của bạn: \(code)",
                """
                Mã có hiệu lực trong \(minutes) phút và chỉ dùng được một lần. Nếu bạn không yêu cầu mã này, bạn có \
                thể bỏ qua tin nhắn này.
                """
            )
        case .spanish:
            (
                "Su código de ECALL: \(code)",
                """
                Es válido durante \(minutes) minutos y solo puede usarse una vez. Si no lo ha solicitado, puede \
                ignorar este mensaje.
                """
            )
        case .hindi:
            (
                "आपका ECALL कोड: \(code)",
                """
                यह \(minutes) मिनट तक मान्य है और केवल एक बार इस्तेमाल किया जा सकता है। यदि आपने इसका अनुरोध नहीं किया \
                है, तो आप इस संदेश को अनदेखा कर सकते हैं।
                """
            )
        case .arabic:
            (
                "رمز ECALL الخاص بك: \(code)",
                """
                الرمز صالح لمدة \(minutes) دقائق ويمكن استخدامه مرة واحدة فقط. إذا لم تطلبه، فيمكنك تجاهل هذه الرسالة.
                """
            )
        case .portuguese:
            (
                "O seu código ECALL: \(code)",
                """
                É válido durante \(minutes) minutos e só pode ser usado uma vez. Se não o pediu, pode ignorar esta \
                mensagem.
                """
            )
        case .russian:
            (
                "Ваш код ECALL: \(code)",
                """
                Он действует \(minutes) минут и может быть использован один раз. Если вы его не запрашивали, просто \
                не обращайте внимания на это сообщение.
                """
            )
        default: asian(code, minutes, language)
        }
    }

    private static func asian(
        _ code: String, _ minutes: Int, _ language: MessageLanguage
    ) -> (code: String, advice: String) {
        switch language {
        case .japanese:
            (
                "ECALLの認証コード: \(code)",
                "このコードは\(minutes)分間有効で、1回だけ使用できます。お心当たりがない場合は、このメッセージを無視してください。"
            )
        case .korean:
            (
                "ECALL 인증 코드: \(code)",
                "이 코드는 \(minutes)분 동안 유효하며 한 번만 사용할 수 있습니다. 요청하지 않으셨다면 이 메시지를 무시하셔도 됩니다."
            )
        case .thai:
            (
                "รหัส ECALL ของคุณ: \(code)",
                "รหัสนี้ใช้ได้ภายใน \(minutes) นาทีและใช้ได้เพียงครั้งเดียว หากคุณไม่ได้ขอรหัสนี้ คุณสามารถเพิกเฉยต่อข้อความนี้ได้"
            )
        case .simplifiedChinese:
            (
                "您的 ECALL 验证码：\(code)",
                "验证码在 \(minutes) 分钟内有效，且只能使用一次。如果您没有请求验证码，请忽略此消息。"
            )
        case .khmer:
            (
                "លេខកូដ ECALL របស់អ្នក៖ \(code)",
                """
                លេខកូដនេះមានសុពលភាពរយៈពេល \(minutes) នាទី ហើយអាចប្រើបានតែម្តងប៉ុណ្ណោះ។ \
                ប្រសិនបើអ្នកមិនបានស្នើសុំលេខកូដនេះទេ អ្នកអាចមិនអើពើនឹងសារនេះបាន។
                """
            )
        default: european(code, minutes, language)
        }
    }

    private static func european(
        _ code: String, _ minutes: Int, _ language: MessageLanguage
    ) -> (code: String, advice: String) {
        switch language {
        case .french:
            (
                "Votre code ECALL : \(code)",
                """
                Il est valable \(minutes) minutes et ne peut être utilisé qu’une seule fois. Si vous ne l’avez pas \
                demandé, vous pouvez ignorer ce message.
                """
            )
        case .german:
            (
                "Ihr ECALL-Code: \(code)",
                """
                Er ist \(minutes) Minuten lang gültig und kann einmal verwendet werden. Wenn Sie ihn nicht \
                angefordert haben, können Sie diese Nachricht ignorieren.
                """
            )
        case .italian:
            (
                "Il tuo codice ECALL: \(code)",
                """
                È valido per \(minutes) minuti e può essere usato una sola volta. Se non lo hai richiesto, puoi \
                ignorare questo messaggio.
                """
            )
        default: texts(code, minutes, .english)
        }
    }
}
