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
    texts: {
        en: '/texts/en.json', ar: '/texts/ar.json', de: '/texts/de.json', es: '/texts/es.json', fr: '/texts/fr.json',
        hi: '/texts/hi.json', it: '/texts/it.json', ja: '/texts/ja.json', km: '/texts/km.json', ko: '/texts/ko.json',
        pt: '/texts/pt.json', ru: '/texts/ru.json', th: '/texts/th.json', vi: '/texts/vi.json', 'zh-Hans': '/texts/zh-Hans.json',
    },
};
