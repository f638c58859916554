/**
 * Where the files are that the page asks for while it runs. Scripts/bundle-page puts names by content in their place.
 * @type {{ frameWorker: string, codeReader: string, texts: Record<string, string> }}
 */
export const pageFiles = {
    frameWorker: '/media/worker.js',
    codeReader: '/qr/qr-worker.js',
    texts: { en: '/texts/en.json' },
};
