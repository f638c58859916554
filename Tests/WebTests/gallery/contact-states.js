import { newCall } from '../../../Web/features/calls/call-state.js';
import { newPerson } from '../../../Web/features/person/person-state.js';
import { text } from '../../../Web/texts/text.js';

/** The screens about contacts, built from the parts that all states share. */
export function contactStates({ main, add, ready, problem, now }) {
    const offline = { status: 'failed', value: null, problem: problem('offline', text('errors.offline')) };
    const calls = [['missed', false, 8], ['answered', true, 300], ['declined', true, 9000]].map(([result, isOutgoing, minutes], index) => ({
        id: 90 - index, isOutgoing, isVideo: false, isGroup: false, result, startedAt: now - minutes * 60_000, duration: result === 'answered' ? 187_000 : 0, people: [],
    }));
    const contact = (userId, trusts, change = {}, around = {}) => main({
        route: { name: 'contact', id: userId }, ...around,
        person: { ...newPerson(userId), devices: ready({ devices: trusts.map((trust, index) => ({ deviceId: 2407305969419877 + index, trust, says: index === 0 ? 'Firefox on Linux' : null })), hasOlderApps: false }), calls: ready(calls), ...change },
    });
    const sign = 'q-P2Mh0DrDSih3oTeIFESiT68Z0_jRfh2GS_WKT29Rs';
    const compare = (trust, change = {}, around = {}) => main({
        route: { name: 'contact', id: 21, device: 2407305969419877 }, ...around,
        comparison: {
            userId: 21, deviceId: 2407305969419877, status: 'ready', problem: null, code: null, differs: null,
            value: { deviceId: 2407305969419877, says: 'Firefox on Linux', trust, digits: '012345678901234567890123456789012345678901234567890123456789', code: `ecall:2:7_70:${sign}:21_2407305969419877:${sign}`, expected: '', identity: { address: '21_2407305969419877', sign, serial: 1 } }, ...change,
        },
    });
    const day = 24 * 60 * 60_000;
    const kept = (device) => ({ people: { 21: { name: 'Amira Haddad', devices: { '21_2407305969419877': { key: '', ...device } } } } });
    const renamed = { doubt: 'renamed', kept: 'Tomás Ribeiro', said: 'Maximilian-Alexander von und zu Hohenlohe-Langenb' };
    const namesake = { doubt: 'namesake', of: 36, name: 'Bo', isVerified: true };
    return {
        'compare': compare('known'),
        'compare-verified': compare('verified'),
        'compare-differs': compare('known', { differs: 'scanned' }),
        'compare-said-to-differ': compare('known', { differs: 'said' }),
        'compare-verified-differs': compare('verified', { differs: 'scanned' }),
        'compare-revoked': compare('held:revoked'),
        'compare-in-call': compare('known', {}, { call: newCall({ phase: 'inCall', id: 7, peer: { userId: 21, name: 'Amira Haddad' }, isVideo: false, isOutgoing: true, startedAt: now - 65_000 }) }),
        'compare-loading': compare('known', { status: 'loading', value: null }),
        'compare-failed': compare('known', offline),
        'compare-no-device': compare('known', { value: null }),
        'contact-met': contact(21, ['known', 'vouched'], {}, { kept: kept({ how: 'met', since: now - 190 * day, at: now - 190 * day, calls: 3 }) }),
        'contact-met-before': contact(21, ['known', 'vouched']),
        'contact-confirmed': contact(21, ['known', 'vouched'], {}, { kept: kept({ how: 'confirmed', since: now - 400 * day, at: now - 390 * day, calls: 3 }) }),
        'contact-new': contact(46, ['new'], { calls: ready([]) }, { contacts: ready([{ contactId: 46, contactName: 'Kiều Trang Nguyễn', isFavorite: false, lastInteraction: null }]) }),
        'contact-verified': contact(14, ['verified']),
        'contact-renamed': contact(14, ['verified'], {}, { contacts: ready([{ contactId: 14, contactName: 'Tomás Ribeiro', isFavorite: false, lastInteraction: null, doubt: renamed }]) }),
        'contact-namesake': contact(35, ['new'], { calls: ready([]) }, { contacts: ready([{ contactId: 35, contactName: 'Bo', isFavorite: false, lastInteraction: null, doubt: namesake }]) }),
        'contacts-renamed': main({ contacts: ready([{ contactId: 14, contactName: 'Tomás Ribeiro', isFavorite: false, lastInteraction: null, doubt: renamed }, { contactId: 35, contactName: 'Bo', isFavorite: false, lastInteraction: null, doubt: namesake }]) }),
        'contacts-gone': main({ kept: { people: { 36: { name: 'Bo', devices: { '36_360': { key: '', how: 'verified', calls: 3 } } } } } }),
        'contact-held': contact(21, ['held:newDevice', 'verified']),
        'contact-held-key': contact(57, ['held:changedKey', 'held:revoked', 'held:olderIdentity']),
        'contact-older': contact(35, [], { devices: ready({ devices: [], hasOlderApps: true }) }),
        'contact-no-device': contact(35, []),
        'contact-more-loading': main({ route: { name: 'contact', id: 21 }, person: newPerson(21) }),
        'contact-more-failed': contact(21, [], { devices: offline, calls: offline }),
        'contacts-blocked': main({ blocked: ready([{ contactId: 62, contactName: 'Yusuf Demir', isFavorite: false, isBlocked: true, lastInteraction: null }]) }),
        'settings-blocked-failed': main({ route: { name: 'settings', page: 'privacy' }, blocked: offline }),
        'settings-blocked-loading': main({ route: { name: 'settings', page: 'privacy' }, blocked: { ...offline, status: 'loading', problem: null } }),
        'contacts-search': main({ contactSearch: 'tomas' }),
        'contacts-search-nobody': main({ contactSearch: 'Zoë' }),
        ...Object.fromEntries([
            ['no-country-code', 'missingCountryCode', '0151 12345678'], ['no-name', 'notSearchable', 'Priya'], ['no-fingerprint', 'notAFingerprint', 'e3b0 c442 98fc 1c14 9afb'],
            ['yourself', 'yourself', 'wren@example.org'],
        ].map(([name, code, text]) => [`add-${name}`, add({ status: 'failed', text, problem: problem(code) })])),
    };
}
