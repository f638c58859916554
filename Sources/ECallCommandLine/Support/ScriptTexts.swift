import ECallLanguage

/// The texts in JSON and in logs: they are English whatever a person's language is, because programs read them.
let scriptTexts = Texts(.english)
