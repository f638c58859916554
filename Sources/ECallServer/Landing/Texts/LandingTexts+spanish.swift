extension LandingTexts {
    static let spanish = LandingTexts(
        ownName: "Español",
        isOnECall: "{name} está en ECall",
        addContact: "Agrega a {name} a tus contactos.",
        addContactOnce: "Agrega a {name} a tus contactos. Este enlace funciona una sola vez.",
        expired: "Este enlace expiró",
        expiredText: "Pide uno nuevo.",
        used: "Este enlace ya se usó",
        usedText: "No se puede volver a usar. Pide uno nuevo.",
        invalid: "Este enlace no es válido",
        invalidText: "Puede que esté mal escrito o que se haya eliminado. Pide uno nuevo.",
        incomplete: "Este enlace está incompleto",
        incompleteText: "Falta la última parte. Vuelve a copiar el enlace completo.",
        tooMany: "Se abrieron demasiados enlaces desde esta red",
        tooManyText: "Inténtalo de nuevo más tarde.",
        noPage: "Esta página no existe",
        noPageText: "Revisa la dirección o abre ECall.",
        open: "Abrir ECall",
        add: "Agregar a {name}",
        openInApp: "Abrir en la app",
        code: "Código QR de este enlace",
        scan: "O escanea este código con la cámara de tu teléfono.",
        promise: """
            Las llamadas están cifradas de extremo a extremo. Solo las personas que participan pueden verlas y \
            oírlas.
            """,
        language: "Idioma")
}
