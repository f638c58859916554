import { emptyAdd } from '../../../Web/features/add/add-state.js';
import { emptyLink } from '../../../Web/features/contact-link/link-state.js';
import { emptyPermissions } from '../../../Web/features/permissions/permission-state.js';
import { text } from '../../../Web/texts/text.js';

const hour = 60 * 60_000;

/**
 * The first minutes: an opened link from the sign-in on, the first screen, and the cards of people who ask or have become contacts.
 * @param {{ signIn: (change: object) => object, main: (change?: object) => object, call: (change?: object, around?: object) => object,
 *     problem: (code: string, message?: unknown) => object, link: string, token: string, now: number }} parts
 */
export function firstStepsStates({ signIn, main, call, problem, link, token, now }) {
    const opened = (kind, by = 'Priya Raman') => ({ opened: { kind, by } });
    const add = (change, around = {}) => main({ route: { name: 'add' }, add: { ...emptyAdd(), text: token, isOpened: true, displayName: 'Priya Raman', ...change }, ...around });
    const found = (change) => main({ route: { name: 'add' }, add: { ...emptyAdd(), text: 'tomas@example.org', displayName: 'Tomás Ribeiro', token, status: 'resolved', ...change } });
    const welcome = (change = {}, around = {}) => main({
        route: { name: 'welcome' }, permissions: { ...emptyPermissions(), family: 'chromium' }, link: { ...emptyLink(), status: 'ready', link, expiresAt: now + 24 * hour, ...change }, ...around,
    });
    const asks = (user, name) => ({ kind: 'request', user, name, date: new Date(now).toISOString() });
    const joined = (user, name, wasAcceptedHere = true) => ({ kind: 'contact', user, name, wasAcceptedHere, isListed: true });
    const cards = (...queue) => ({ cards: { seen: [], queue } });
    const [ingrid, yusuf] = [asks(61, 'Ingrid Solberg'), asks(62, 'Yusuf Demir')];
    return {
        'sign-in-link': { ...signIn({}), ...opened('contact') },
        'sign-in-link-unnamed': { ...signIn({}), ...opened('contact', '') },
        'sign-in-call-link': { ...signIn({}), ...opened('call') },
        'sign-in-call-link-unnamed': { ...signIn({}), ...opened('call', '') },
        'code-link': { ...signIn({ step: 'code', identifier: 'wren@example.org', resendAt: now + 23_000 }), ...opened('contact') },
        'name-link': { ...signIn({}), screen: 'name', account: { userId: 7, deviceId: 70, displayName: 'wren', email: 'wren@example.org' }, ...opened('contact') },
        'add-opened-resolving': add({ status: 'resolving', displayName: '' }),
        'add-opened': add({ status: 'resolved' }),
        'add-opened-sending': add({ status: 'sending' }),
        'add-opened-sent': add({ status: 'sent' }),
        'add-opened-used': add({ status: 'failed', displayName: '', problem: problem('ErrTokenUsed') }),
        'add-opened-offline': add({ status: 'failed', displayName: '', problem: problem('offline') }, { connection: 'offline' }),
        'add-known': found({}),
        'add-known-other': found({ isOther: true }),
        'add-already-known': found({ status: 'failed', problem: problem('ErrAlreadyFriends') }),
        'add-accepted-known': found({ status: 'accepted' }),
        'welcome-link': welcome(),
        'welcome-link-copied': welcome({ wasCopied: true }, {}),
        'welcome-link-making': welcome({ status: 'making', link: '' }),
        'welcome-link-used': welcome({ status: 'used' }),
        'welcome-link-failed': welcome({ status: 'failed', link: '', problem: problem('offline', text('errors.offline')) }, { connection: 'offline' }),
        'welcome-asked': welcome({ status: 'used' }, cards(ingrid)),
        'welcome-joined': welcome({ status: 'used' }, cards(joined(61, 'Ingrid Solberg'))),
        'card': main(cards(ingrid)),
        'card-accepted': main(cards(joined(61, 'Ingrid Solberg'))),
        'card-busy': main({ ...cards(ingrid), pending: [61] }),
        'card-more': main(cards(ingrid, yusuf, asks(63, 'Priya Raman'))),
        'card-namesake': main({ ...cards(asks(64, 'Tomás Ribeiro')), kept: { people: { 14: { name: 'Tomás Ribeiro', devices: {} } } } }),
        'card-long-name': main(cards(asks(57, 'Maximilian-Alexander von und zu Hohenlohe-Langenb'))),
        'card-joined': main(cards(joined(14, 'Tomás Ribeiro'), ingrid)),
        'card-settings': main({ ...cards(ingrid), route: { name: 'settings' } }),
        'card-offline': main({ ...cards(ingrid), connection: 'offline' }),
        'card-in-call': call({}, cards(ingrid)),
        'card-in-call-notice': call({}, { ...cards(ingrid, yusuf), notices: [{ id: 1, text: text('notices.newDevice'), tone: 'plain' }] }),
        'card-call-away': call({}, { route: { name: 'contacts' }, ...cards(ingrid) }),
    };
}
