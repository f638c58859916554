import ECallLanguage

extension MessageTexts {
    static let french = MessageTexts(
        code: "Votre code ECALL : {code}",
        codeLife: [
            .one: "Il ne fonctionne qu’une fois et expire dans {minutes} minute. Ne le communiquez à personne.",
            .other: "Il ne fonctionne qu’une fois et expire dans {minutes} minutes. Ne le communiquez à personne.",
        ],
        notRequested: "Si vous n’avez pas demandé ce code, vous pouvez ignorer cet e-mail.",
        removedSubject: "Un moyen de connexion à votre compte ECALL a été supprimé",
        removed: "{address} ne permet plus de se connecter à votre compte ECALL.",
        restore: [
            .one: """
            Si vous n’êtes pas à l’origine de cette suppression, vous pouvez restaurer ce moyen de connexion \
            sous {days} jour. Tous les appareils du compte seront alors déconnectés.
            """,
            .other: """
            Si vous n’êtes pas à l’origine de cette suppression, vous pouvez restaurer ce moyen de connexion \
            sous {days} jours. Tous les appareils du compte seront alors déconnectés.
            """,
        ],
        removedNumber: "Ce numéro ne permet plus de se connecter à votre compte ECALL.",
        restoreNumber: [
            .one: "Ce n'était pas vous ? Restaurez-le sous {days} jour : {link}",
            .other: "Ce n'était pas vous ? Restaurez-le sous {days} jours : {link}",
        ])
}
