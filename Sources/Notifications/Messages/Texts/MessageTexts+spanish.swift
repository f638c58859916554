import ECallLanguage

extension MessageTexts {
    static let spanish = MessageTexts(
        code: "Tu código de ECALL: {code}",
        codeLife: [
            .one: "Sirve una sola vez y expira en {minutes} minuto. No lo compartas con nadie.",
            .other: "Sirve una sola vez y expira en {minutes} minutos. No lo compartas con nadie.",
        ],
        notRequested: "Si no solicitaste este código, puedes ignorar este correo.",
        removedSubject: "Se quitó una forma de iniciar sesión en tu cuenta de ECALL",
        removed: "{address} ya no sirve para iniciar sesión en tu cuenta de ECALL.",
        restore: [
            .one: """
            Si no fuiste tú, puedes restaurar esta forma de iniciar sesión en un plazo de {days} día. Al \
            hacerlo, se cerrará la sesión en todos los dispositivos de la cuenta.
            """,
            .other: """
            Si no fuiste tú, puedes restaurar esta forma de iniciar sesión en un plazo de {days} días. Al \
            hacerlo, se cerrará la sesión en todos los dispositivos de la cuenta.
            """,
        ],
        removedNumber: "Este número ya no sirve para iniciar sesión en tu cuenta de ECALL.",
        restoreNumber: [
            .one: "¿No fuiste tú? Restáuralo en un plazo de {days} día: {link}",
            .other: "¿No fuiste tú? Restáuralo en un plazo de {days} días: {link}",
        ])
}
