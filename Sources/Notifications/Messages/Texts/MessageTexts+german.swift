import ECallLanguage

extension MessageTexts {
    static let german = MessageTexts(
        code: "Dein ECALL-Code: {code}",
        codeLife: [
            .one: "Er gilt nur einmal und läuft in {minutes} Minute ab. Gib ihn an niemanden weiter.",
            .other: "Er gilt nur einmal und läuft in {minutes} Minuten ab. Gib ihn an niemanden weiter.",
        ],
        notRequested: "Wenn du diesen Code nicht angefordert hast, kannst du diese E-Mail ignorieren.",
        removedSubject: "Eine Anmeldemöglichkeit deines ECALL-Kontos wurde entfernt",
        removed: "Mit {address} kannst du dich nicht mehr bei deinem ECALL-Konto anmelden.",
        restore: [
            .one: """
            Wenn du das nicht warst, kannst du die Anmeldemöglichkeit innerhalb von {days} Tag \
            wiederherstellen. Dabei werden alle Geräte des Kontos abgemeldet.
            """,
            .other: """
            Wenn du das nicht warst, kannst du die Anmeldemöglichkeit innerhalb von {days} Tagen \
            wiederherstellen. Dabei werden alle Geräte des Kontos abgemeldet.
            """,
        ],
        removedNumber: "Mit dieser Nummer kannst du dich nicht mehr bei deinem ECALL-Konto anmelden.",
        restoreNumber: [
            .one: "Du warst das nicht? Stelle sie innerhalb von {days} Tag wieder her: {link}",
            .other: "Du warst das nicht? Stelle sie innerhalb von {days} Tagen wieder her: {link}",
        ])
}
