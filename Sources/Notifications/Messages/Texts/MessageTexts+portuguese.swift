import ECallLanguage

extension MessageTexts {
    static let portuguese = MessageTexts(
        code: "Seu código ECALL: {code}",
        codeLife: [
            .one: "Ele só funciona uma vez e expira em {minutes} minuto. Não o compartilhe com ninguém.",
            .other: "Ele só funciona uma vez e expira em {minutes} minutos. Não o compartilhe com ninguém.",
        ],
        notRequested: "Se você não solicitou este código, pode ignorar este e-mail.",
        removedSubject: "Uma forma de entrar na sua conta ECALL foi removida",
        removed: "Não é mais possível entrar na sua conta ECALL com {address}.",
        restore: [
            .one: """
            Se não foi você, é possível restaurar essa forma de entrar em até {days} dia. Todos os dispositivos \
            serão desconectados da conta.
            """,
            .other: """
            Se não foi você, é possível restaurar essa forma de entrar em até {days} dias. Todos os \
            dispositivos serão desconectados da conta.
            """,
        ],
        removedNumber: "Não é mais possível entrar na sua conta ECALL com este número.",
        restoreNumber: [
            .one: "Não foi você? Restaure-o em até {days} dia: {link}",
            .other: "Não foi você? Restaure-o em até {days} dias: {link}",
        ])
}
