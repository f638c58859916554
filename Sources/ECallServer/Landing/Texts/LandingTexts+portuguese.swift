extension LandingTexts {
    static let portuguese = LandingTexts(
        ownName: "Português",
        isOnECall: "{name} está no ECall",
        addContact: "Adicione {name} aos seus contatos.",
        addContactOnce: "Adicione {name} aos seus contatos. Este link só funciona uma vez.",
        expired: "Este link expirou",
        expiredText: "Peça um novo.",
        used: "Este link já foi usado",
        usedText: "Ele não pode ser usado de novo. Peça um novo.",
        invalid: "Este link não é válido",
        invalidText: "Talvez ele tenha sido digitado errado ou excluído. Peça um novo.",
        incomplete: "Este link está incompleto",
        incompleteText: "Falta a última parte. Copie o link inteiro de novo.",
        tooMany: "Links demais foram abertos nesta rede",
        tooManyText: "Tente de novo mais tarde.",
        noPage: "Esta página não existe",
        noPageText: "Confira o endereço ou abra o ECall.",
        open: "Abrir o ECall",
        add: "Adicionar {name}",
        openInApp: "Abrir no app",
        code: "Código QR deste link",
        scan: "Ou escaneie este código com a câmera do celular.",
        promise: """
            As chamadas são criptografadas de ponta a ponta. Só as pessoas que participam podem ver e ouvir a \
            chamada.
            """,
        language: "Idioma")
}
