/**
 * Tells the service worker and the server the language of this device: notifications and messages to the person are in it. What fails is
 * made up for when the page is opened next.
 * @param {Pick<import('../session/session.js').Session, 'database' | 'declareLanguage'>} session
 * @param {import('../texts/languages.js').LanguageChoice} choice
 * @param {Pick<ServiceWorkerContainer, 'getRegistration'> | undefined} workers none outside secure contexts
 */
export async function tellLanguage(session, choice, workers) {
    await Promise.allSettled([tellWorker(session, choice, workers), session.declareLanguage()]);
}

/**
 * @param {Pick<import('../session/session.js').Session, 'database'>} session
 * @param {import('../texts/languages.js').LanguageChoice} choice
 * @param {Pick<ServiceWorkerContainer, 'getRegistration'> | undefined} workers
 */
async function tellWorker({ database }, choice, workers) {
    await database.put('language', choice);
    // It keeps the file of the language.
    (await workers?.getRegistration())?.active?.postMessage('language');
}
