extension LandingTexts {
    static let italian = LandingTexts(
        ownName: "Italiano",
        isOnECall: "{name} è su ECall",
        addContact: "Aggiungi {name} ai tuoi contatti.",
        addContactOnce: "Aggiungi {name} ai tuoi contatti. Questo link funziona una sola volta.",
        expired: "Questo link è scaduto",
        expiredText: "Chiedine uno nuovo.",
        used: "Questo link è già stato usato",
        usedText: "Non può essere usato di nuovo. Chiedine uno nuovo.",
        invalid: "Questo link non è valido",
        invalidText: "Potrebbe contenere un errore o essere stato eliminato. Chiedine uno nuovo.",
        incomplete: "Questo link è incompleto",
        incompleteText: "Manca l’ultima parte. Copia di nuovo l’intero link.",
        tooMany: "Da questa rete sono stati aperti troppi link",
        tooManyText: "Riprova più tardi.",
        noPage: "Questa pagina non esiste",
        noPageText: "Controlla l’indirizzo o apri ECall.",
        open: "Apri ECall",
        add: "Aggiungi {name}",
        openInApp: "Apri nell’app",
        code: "Codice QR di questo link",
        scan: "Oppure scansiona questo codice con la fotocamera del telefono.",
        promise: """
            Le chiamate sono protette dalla crittografia end-to-end. Solo chi partecipa a una chiamata può vederla \
            e ascoltarla.
            """,
        language: "Lingua")
}
