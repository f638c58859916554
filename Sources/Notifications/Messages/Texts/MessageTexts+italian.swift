import ECallLanguage

extension MessageTexts {
    static let italian = MessageTexts(
        code: "Il tuo codice ECALL: {code}",
        codeLife: [
            .one: "Vale una sola volta e scade tra {minutes} minuto. Non condividerlo con nessuno.",
            .other: "Vale una sola volta e scade tra {minutes} minuti. Non condividerlo con nessuno.",
        ],
        notRequested: "Se non hai richiesto questo codice, puoi ignorare questa email.",
        removedSubject: "Un metodo di accesso al tuo account ECALL è stato rimosso",
        removed: "{address} non permette più di accedere al tuo account ECALL.",
        restore: [
            .one: """
            Se la rimozione non è opera tua, puoi ripristinare questo metodo di accesso entro {days} giorno. \
            Tutti i dispositivi dell’account verranno disconnessi.
            """,
            .other: """
            Se la rimozione non è opera tua, puoi ripristinare questo metodo di accesso entro {days} giorni. \
            Tutti i dispositivi dell’account verranno disconnessi.
            """,
        ],
        removedNumber: "Questo numero non permette più di accedere al tuo account ECALL.",
        restoreNumber: [
            .one: "Non è opera tua? Ripristinalo entro {days} giorno: {link}",
            .other: "Non è opera tua? Ripristinalo entro {days} giorni: {link}",
        ])
}
