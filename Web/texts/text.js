/** @typedef {import('./text-arguments.js').NamedArguments} NamedArguments */
/** @typedef {keyof typeof import('./en.json')} TextKey */
/** @typedef {{ [Key in TextKey]: Key extends keyof NamedArguments ? NamedArguments[Key] : {} }} TextArguments */
/** @typedef {import('./formatted.js').Formatted} Formatted */
/**
 * A text of the catalogue that is in no language yet: plain data, which views, state and errors carry. It becomes words
 * when it is drawn.
 * @typedef {object} Text
 * @property {TextKey} key
 * @property {Record<string, Argument>} args by name
 */
/** @typedef {string | Text | Formatted} Words what may be shown: a text, a date or number, or what a person wrote */
/** @typedef {Words | number | Words[]} Argument a list is joined as the language does */
/** @typedef {{ [Key in TextKey]: {} extends TextArguments[Key] ? Key : never }[TextKey]} PlainKey of a text without arguments */

/**
 * A text of the catalogue. A key that doesn't exist, or a missing argument, does not pass the type checker.
 * @type {<Key extends TextKey>(key: Key, ...args: {} extends TextArguments[Key] ? [] : [TextArguments[Key]]) => Text}
 */
export const text = (key, ...args) => Object.freeze({ key, args: Object.freeze({ .../** @type {Record<string, Argument> | undefined} */ (args[0]) }) });

/**
 * @param {unknown} value
 * @returns {value is Text}
 */
export const isText = (value) => typeof value === 'object' && value !== null && 'key' in value && 'args' in value;
