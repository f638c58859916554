/**
 * Where the files are that the page asks for while it runs. Scripts/bundle-page puts names by content in their place.
 * `serviceWorker` is '' where the page is served as it is written: nothing keeps that.
 * @type {{ frameWorker: string, codeReader: string, codeMaker: string, serviceWorker: string, texts: Record<string, string> }}
 */
export const pageFiles = {
    frameWorker: '/media/worker.js',
    codeReader: '/qr/qr-worker.js',
    codeMaker: '/vendor/qrcode.js',
    serviceWorker: '',
    texts: { en: '/texts/en.json' },
};
