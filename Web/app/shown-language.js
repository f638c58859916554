import { Listeners } from '../protocol/listeners.js';
import { bestLanguage, wantedFor } from '../texts/languages.js';

/** @typedef {import('../texts/languages.js').LanguageChoice} LanguageChoice */
/** @typedef {import('../texts/texts.js').Texts} Texts */
/**
 * Its requirements on the browser.
 * @typedef {object} LanguagePort
 * @property {(wanted: readonly string[]) => Promise<Texts>} load
 * @property {() => readonly string[]} system the languages of the browser, the best first
 * @property {(choice: LanguageChoice) => void} keep for the next time, and for other windows
 */

/** The language of the page and its texts: the browser's, or the one that the person chose. */
export class ShownLanguage {
    #port;
    /** @type {Listeners<[]>} */
    #changed = new Listeners();
    /** Counts choices: the texts of a later choice may load first. */
    #turn = 0;

    /**
     * @param {LanguageChoice} choice
     * @param {Texts} texts
     * @param {LanguagePort} port
     */
    constructor(choice, texts, port) {
        this.choice = choice;
        this.texts = texts;
        this.#port = port;
    }

    /** The language that `system` means at present. */
    get system() { return bestLanguage(this.#port.system()).language; }

    /** @param {() => void} listener to the choice and the texts */
    onChange(listener) { return this.#changed.add(listener); }

    /**
     * Shows another language, and stores the choice.
     * @param {LanguageChoice} choice
     * @returns {Promise<boolean>} false: its texts cannot be loaded, and the language stays
     */
    async choose(choice) { return this.#take(choice, () => this.#port.keep(choice)); }

    /**
     * Follows the choice made in another window.
     * @param {LanguageChoice} choice
     */
    async follow(choice) { return choice === this.choice || this.#take(choice, () => {}); }

    /** The browser's languages have changed. */
    async systemChanged() { return this.choice !== 'system' || this.#take('system', () => {}); }

    /**
     * @param {LanguageChoice} choice
     * @param {() => void} loaded
     */
    async #take(choice, loaded) {
        const turn = this.#turn += 1;
        const before = this.choice;
        this.choice = choice;
        this.#changed.notify();
        try {
            const texts = await this.#port.load(wantedFor(choice, this.#port.system()));
            if (turn !== this.#turn) return true;
            this.texts = texts;
            loaded();
            return true;
        } catch {
            if (turn !== this.#turn) return true;
            this.choice = before;
            return false;
        } finally {
            this.#changed.notify();
        }
    }
}
