import { text } from '../../texts/text.js';

/** @typedef {import('../../texts/text.js').PlainKey} PlainKey */
/** @typedef {import('./scan-state.js').ScanProblem} ScanProblem */
/** @typedef {import('../../texts/text.js').Words} Words */

/**
 * @type {Record<Exclude<ScanProblem['code'], import('./scan-state.js').ComparedProblem>, { title: PlainKey, what: PlainKey }>}
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

/** How to undo a refusal. */
const undoing = /** @type {const} */ ({ firefox: 'scan.denied.firefox', chromium: 'scan.denied.chromium', safari: 'scan.denied.safari' });

/** The texts for codes without a link but with numbers to compare by eye. */
const whileComparing = /** @type {Partial<Record<ScanProblem['code'], PlainKey>>} */ ({ damaged: 'scan.damaged.compare', noReader: 'scan.noReader.compare' });

/**
 * @param {ScanProblem} problem
 * @param {{ isOwn: boolean, name: Words } | null} aim whose device is compared, if one is
 * @returns {{ title: Words, what: Words }}
 */
export function scanProblem({ code, browser, ...known }, aim) {
    const name = known.name ?? aim?.name ?? text('common.somebody');
    const other = known.other ?? text('common.somebody');
    // A code that isn't of this kind cannot be compared either.
    const asked = code === 'unsupported' && aim ? (aim.isOwn ? 'notADevicesCode' : 'notAPairCode') : code;
    switch (asked) {
    case 'ownCode': return { title: text('scan.ownCode.title'), what: text('scan.ownCode.text') };
    case 'othersCode': return { title: text('scan.othersCode.title', { name, other }), what: text('scan.othersCode.text', { name }) };
    case 'strangersCode': return { title: text('scan.strangersCode.title', { name }), what: text('scan.othersCode.text', { name }) };
    case 'otherDevicesCode': return { title: text('scan.otherDevicesCode.title', { name }), what: text('scan.otherDevicesCode.text', { name }) };
    case 'noContactsCode': return { title: text('scan.noContactsCode.title'), what: text('compare.noContact') };
    case 'codeForAnother': return { title: text('scan.codeForAnother.title'), what: text('scan.codeForAnother.text', { name }) };
    case 'notAPairCode': return { title: text('scan.notAPairCode.title'), what: text('scan.notAPairCode.text', { name }) };
    case 'notYourDevices': return { title: text('scan.notYourDevices.title'), what: text('ownDevice.notYours') };
    case 'itself': return { title: text('scan.ownCode.title'), what: text('ownDevice.itself') };
    case 'otherOwnDevices': return { title: text('scan.otherOwnDevices.title'), what: text('scan.otherOwnDevices.text') };
    case 'notADevicesCode': return { title: text('scan.notADevicesCode.title'), what: text('scan.notADevicesCode.text') };
    case 'contactsCode': return { title: text('scan.contactsCode.title', { other }), what: text('scan.notADevicesCode.text') };
    default: {
        const { title, what } = problems[asked];
        return { title: text(title), what: text(browser ? undoing[browser] : aim && whileComparing[asked] || what) };
    }
    }
}
