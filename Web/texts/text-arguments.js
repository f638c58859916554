/**
 * Made by Scripts/texts.py of Localizable.xcstrings. Of each text the arguments.
 * @typedef {{
 *     'name.hint': {},
 *     'name.label': {},
 *     'name.saving': {},
 *     'settings.appearance': {},
 *     'settings.blocked.group': { name: import('./text.js').Argument },
 *     'settings.blocked.title': {},
 *     'settings.blocked.unblock': {},
 *     'settings.protection.limit': {},
 *     'settings.protection.text': {},
 *     'settings.protection.title': {},
 *     'settings.save': {},
 *     'settings.search.everybody': {},
 *     'settings.search.nobody': {},
 *     'settings.search.title': {},
 *     'settings.signOut': {},
 *     'settings.theme.dark': {},
 *     'settings.theme.light': {},
 *     'settings.theme.system': {},
 *     'settings.title': {},
 * }} TextArguments
 */

export {};
