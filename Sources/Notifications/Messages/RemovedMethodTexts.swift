/// The text of the mail to an address that was removed from an account's login methods, in each language of the app.
package enum RemovedMethodTexts {
    /// - Parameters:
    ///   - address: the address, or the person's address at Google or Apple.
    ///   - wayBack: a link or a command that restores it; nil if there is none.
    package static func body(address: String, days: Int, wayBack: String?, _ language: MessageLanguage) -> String {
        let texts = texts(address, days, language)
        guard let wayBack else { return texts.removed }
        return "\(texts.removed)\n\n\(texts.advice)\n\n\(wayBack)"
    }

    package static func subject(_ language: MessageLanguage) -> String {
        switch language {
        case .english: "A way to sign in to your ECALL account was removed"
        case .vietnamese: "Một cách đăng nhập vào tài khoản ECALL của bạn đã bị gỡ"
        case .spanish: "Se ha quitado una forma de iniciar sesión en su cuenta de ECALL"
        case .hindi: "आपके ECALL खाते में साइन इन करने का एक तरीका हटाया गया"
        case .arabic: "أُزيلت إحدى طرق تسجيل الدخول إلى حسابك في ECALL"
        case .portuguese: "Foi removida uma forma de iniciar sessão na sua conta ECALL"
        case .russian: "Один из способов входа в ваш аккаунт ECALL удалён"
        case .japanese: "ECALLアカウントへのサインイン方法が1つ削除されました"
        case .korean: "ECALL 계정의 로그인 방법 하나가 삭제되었습니다"
        case .thai: "วิธีเข้าสู่ระบบบัญชี ECALL ของคุณถูกลบออกหนึ่งวิธี"
        case .french: "Un moyen de se connecter à votre compte ECALL a été supprimé"
        case .german: "Ein Anmeldeweg Ihres ECALL-Kontos wurde entfernt"
        case .italian: "È stato rimosso un modo per accedere al tuo account ECALL"
        case .simplifiedChinese: "您的 ECALL 账户的一种登录方式已被移除"
        case .khmer: "វិធីចូលគណនី ECALL របស់អ្នកមួយត្រូវបានដកចេញ"
        }
    }

    private static func texts(
        _ address: String, _ days: Int, _ language: MessageLanguage
    ) -> (removed: String, advice: String) {
        switch language {
        case .english:
            (
                "\(address) no longer signs in to your ECALL account.",
                """
                If it was not you who removed it, take it back within \(days) days. That also signs out all devices of \
                the account.
                """
            )
        case .vietnamese:
            (
                "\(address) không còn dùng để đăng nhập vào tài khoản ECALL của bạn nữa.",
                """
                Nếu không phải bạn đã gỡ, hãy lấy lại trong vòng \(days) ngày. Việc này cũng đăng xuất mọi thiết bị của \
                tài khoản.
                """
            )
        case .spanish:
            (
                "Ya no se puede iniciar sesión en su cuenta de ECALL con \(address).",
                """
                Si no lo ha quitado usted, recupérelo en un plazo de \(days) días. Al hacerlo se cierra la sesión en \
                todos los dispositivos de la cuenta.
                """
            )
        case .hindi:
            (
                "अब \(address) से आपके ECALL खाते में साइन इन नहीं होता।",
                """
                यदि इसे आपने नहीं हटाया, तो \(days) दिनों के भीतर इसे वापस ले लें। इससे खाते के सभी डिवाइस भी साइन आउट \
                हो जाएँगे।
                """
            )
        case .arabic:
            (
                "لم يعد \(address) يسجّل الدخول إلى حسابك في ECALL.",
                "إن لم تكن أنت من أزاله، فاسترجعه خلال \(days) أيام. يؤدي ذلك أيضًا إلى تسجيل خروج جميع أجهزة الحساب."
            )
        case .portuguese:
            (
                "\(address) já não inicia sessão na sua conta ECALL.",
                """
                Se não foi você que o removeu, recupere-o no prazo de \(days) dias. Isso também termina a sessão em \
                todos os dispositivos da conta.
                """
            )
        case .russian:
            (
                "\(address) больше не служит для входа в ваш аккаунт ECALL.",
                """
                Если удалили его не вы, верните его в течение \(days) дней. При этом будет выполнен выход на всех \
                устройствах аккаунта.
                """
            )
        default: moreTexts(address, days, language)
        }
    }

    private static func moreTexts(
        _ address: String, _ days: Int, _ language: MessageLanguage
    ) -> (removed: String, advice: String) {
        switch language {
        case .japanese:
            (
                "\(address) では、ECALLアカウントにサインインできなくなりました。",
                "ご自身で削除していない場合は、\(days)日以内に元に戻してください。その際、アカウントのすべての端末がサインアウトされます。"
            )
        case .korean:
            (
                "이제 \(address)(으)로 ECALL 계정에 로그인할 수 없습니다.",
                "직접 삭제하지 않으셨다면 \(days)일 안에 되돌리세요. 이때 계정의 모든 기기에서 로그아웃됩니다."
            )
        case .thai:
            (
                "\(address) ใช้เข้าสู่ระบบบัญชี ECALL ของคุณไม่ได้แล้ว",
                "หากคุณไม่ได้เป็นผู้ลบ โปรดนำกลับมาภายใน \(days) วัน การทำเช่นนี้จะออกจากระบบทุกอุปกรณ์ของบัญชีด้วย"
            )
        case .simplifiedChinese:
            (
                "\(address) 已不能再用于登录您的 ECALL 账户。",
                "如果不是您本人移除的，请在 \(days) 天内将其恢复。恢复时，该账户的所有设备都会退出登录。"
            )
        case .khmer:
            (
                "\(address) មិនអាចប្រើដើម្បីចូលគណនី ECALL របស់អ្នកទៀតទេ។",
                """
                ប្រសិនបើអ្នកមិនមែនជាអ្នកដកវាចេញ សូមយកវាមកវិញក្នុងរយៈពេល \(days) ថ្ងៃ។ \
                ការធ្វើដូច្នេះក៏នឹងចេញពីគណនីលើឧបករណ៍ទាំងអស់ផងដែរ។
                """
            )
        case .french:
            (
                "\(address) ne permet plus de se connecter à votre compte ECALL.",
                """
                Si ce n’est pas vous qui l’avez supprimé, reprenez-le dans les \(days) jours. Tous les appareils du \
                compte seront alors déconnectés.
                """
            )
        case .german:
            (
                "\(address) meldet nicht mehr an Ihrem ECALL-Konto an.",
                """
                Wenn nicht Sie das entfernt haben, holen Sie es innerhalb von \(days) Tagen zurück. Dabei werden alle \
                Geräte des Kontos abgemeldet.
                """
            )
        case .italian:
            (
                "\(address) non permette più di accedere al tuo account ECALL.",
                """
                Se non sei stato tu a rimuoverlo, riprendilo entro \(days) giorni. Tutti i dispositivi dell’account \
                verranno disconnessi.
                """
            )
        default: texts(address, days, .english)
        }
    }
}
