/**
 * Reports this device's language to the service worker and the server, which send notifications and messages in it. After a failure, the
 * page reports it again when it is next opened.
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
    // The worker stores the language's file.
    (await workers?.getRegistration())?.active?.postMessage('language');
}
