import ECallLanguage

/// The texts in JSON and in logs. They are English in every language, because programs read them.
let scriptTexts = Texts(.english)
