import { pageFiles } from '../page-files.js';
import { bestLanguage, choiceOf, wantedFor } from '../texts/languages.js';

/**
 * The tags of the language that the person has chosen in the page; the browser's languages if there is no choice.
 * @param {Pick<import('./scope.js').WorkerScope, 'navigator'>} scope
 * @param {Pick<import('../session/database.js').KeyValueStore, 'get'>} database
 */
export const wantedLanguages = async ({ navigator }, database) => wantedFor(choiceOf(await database.get('language').catch(() => null)), navigator.languages);

/**
 * The file with the texts of that language.
 * @param {Pick<import('./scope.js').WorkerScope, 'navigator'>} scope
 * @param {Pick<import('./worker-device.js').WorkerDevice, 'database'>} device
 */
export async function chosenTexts(scope, device) {
    const wanted = await device.database().then((database) => wantedLanguages(scope, database), () => scope.navigator.languages);
    return pageFiles.texts[bestLanguage(wanted).language];
}
