/** @typedef {import('../../texts/text.js').PlainKey} PlainKey */
/** @typedef {import('../../state/state.js').ScanProblem} ScanProblem */

/**
 * What went wrong with a scan, and what to do.
 * @type {Record<ScanProblem['code'], { title: PlainKey, what: PlainKey }>}
 */
const problems = {
    denied: { title: 'scan.denied.title', what: 'scan.denied.text' },
    notFound: { title: 'scan.notFound.title', what: 'scan.notFound.text' },
    notReadable: { title: 'scan.notReadable.title', what: 'scan.notReadable.text' },
    unplugged: { title: 'scan.unplugged.title', what: 'scan.unplugged.text' },
    notAPicture: { title: 'scan.notAPicture.title', what: 'scan.notAPicture.text' },
    tooLarge: { title: 'scan.tooLarge.title', what: 'scan.tooLarge.text' },
    noCode: { title: 'scan.noCode.title', what: 'scan.noCode.text' },
    damaged: { title: 'scan.damaged.title', what: 'scan.damaged.text' },
    unsupported: { title: 'scan.unsupported.title', what: 'scan.unsupported.text' },
    noReader: { title: 'scan.noReader.title', what: 'scan.noReader.text' },
    notAContactLink: { title: 'scan.notAContactLink.title', what: 'scan.notAContactLink.text' },
    malformedToken: { title: 'scan.malformedToken.title', what: 'scan.malformedToken.text' },
    otherServer: { title: 'scan.otherServer.title', what: 'scan.otherServer.text' },
};

/** How a refusal is taken back. */
const undoing = /** @type {const} */ ({ firefox: 'scan.denied.firefox', chromium: 'scan.denied.chromium', safari: 'scan.denied.safari' });

/**
 * @param {ScanProblem} problem
 * @returns {{ title: PlainKey, what: PlainKey }}
 */
export const scanProblem = ({ code, browser }) => (browser ? { ...problems[code], what: undoing[browser] } : problems[code]);
