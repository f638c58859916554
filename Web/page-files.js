import { languages } from './texts/languages.js';

/**
 * The places of the files that the page requests while it runs. Scripts/bundle-page replaces them with names by content. `serviceWorker` is
 * '' if the page is served as it is written: then it isn't cached.
 * @type {{ frameWorker: string, codeReader: string, codeMaker: string, serviceWorker: string, texts: Record<string, string> }}
 */
export const pageFiles = {
    frameWorker: '/media/worker.js',
    codeReader: '/qr/qr-worker.js',
    codeMaker: '/vendor/qrcode.js',
    serviceWorker: '',
    texts: Object.fromEntries(languages.map((language) => [language, `/texts/${language}.json`])),
};
