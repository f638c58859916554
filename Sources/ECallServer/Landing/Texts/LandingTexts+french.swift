extension LandingTexts {
    static let french = LandingTexts(
        ownName: "Français",
        isOnECall: "{name} est sur ECall",
        addContact: "Ajoutez {name} à vos contacts.",
        addContactOnce: "Ajoutez {name} à vos contacts. Ce lien ne fonctionne qu’une fois.",
        expired: "Ce lien a expiré",
        expiredText: "Demandez-en un nouveau.",
        used: "Ce lien a déjà été utilisé",
        usedText: "Il ne peut plus servir. Demandez-en un nouveau.",
        invalid: "Ce lien n’est pas valide",
        invalidText: "Il contient peut-être une erreur, ou a été supprimé. Demandez-en un nouveau.",
        incomplete: "Ce lien est incomplet",
        incompleteText: "Il manque la fin. Copiez de nouveau le lien en entier.",
        tooMany: "Trop de liens ont été ouverts depuis ce réseau",
        tooManyText: "Réessayez plus tard.",
        noPage: "Cette page n’existe pas",
        noPageText: "Vérifiez l’adresse ou ouvrez ECall.",
        open: "Ouvrir ECall",
        add: "Ajouter {name}",
        openInApp: "Ouvrir dans l’app",
        code: "Code QR de ce lien",
        scan: "Ou scannez ce code avec l’appareil photo de votre téléphone.",
        promise: """
            Les appels sont chiffrés de bout en bout. Seules les personnes qui participent à un appel peuvent le \
            voir et l’entendre.
            """,
        language: "Langue")
}
