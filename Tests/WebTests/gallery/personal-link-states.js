import { emptyPersonalLink } from '../../../Web/features/personal-link/personal-link-state.js';
import { text } from '../../../Web/texts/text.js';

/** This person's link for several people: off, on, ended, and its errors. */
export function personalLinkStates({ main, link, now, problem }) {
    const day = 24 * 60 * 60_000;
    const value = { link: link.replace('a8KxR3', 'Q2wErT'), maxUses: 10, usedCount: 3, createdAt: now - 9 * day, expiresAt: now + 21 * day };
    const personal = (change, around = {}) => main({ route: { name: 'personalLink' }, personalLink: { ...emptyPersonalLink(), value, ...change }, ...around });
    const offline = problem('offline', text('errors.offline'));
    const tooMany = problem('ErrTooManyShareTokens', text('errors.tooManyLinks'));
    const full = { ...value, usedCount: 10 };
    const asks = (kind, isBusy, change = {}) => personal(change, { question: { kind, isBusy } });
    return {
        'personal-link-loading': personal({ value: null, isLoading: true }),
        'personal-link-unreachable': personal({ value: null, failed: 'load', problem: offline }, { connection: 'offline' }),
        'personal-link-off': personal({ value: 'off' }),
        'personal-link-making': personal({ value: 'off', work: 'make' }),
        'personal-link-too-many': personal({ value: 'off', failed: 'make', problem: tooMany }),
        'personal-link': personal({}),
        'personal-link-copied': personal({ wasCopied: true }),
        'personal-link-today': personal({ value: { ...value, maxUses: 1, usedCount: 0, expiresAt: now + day / 2 } }),
        'personal-link-year': personal({ value: { ...value, maxUses: 500, usedCount: 0, expiresAt: now + 365 * day } }),
        'personal-link-offline': personal({ failed: 'load', problem: offline }, { connection: 'offline' }),
        'personal-link-changing': personal({ isChanging: true }),
        'personal-link-saving': personal({ isChanging: true, work: 'change' }),
        'personal-link-not-changed': personal({ isChanging: true, failed: 'change', problem: problem('timeout', text('errors.timeout')) }),
        'personal-link-renew': asks('renewPersonalLink', false),
        'personal-link-renewing': asks('renewPersonalLink', true, { work: 'renew' }),
        'personal-link-not-renewed': personal({ failed: 'renew', problem: tooMany }),
        'personal-link-turn-off': asks('removePersonalLink', false),
        'personal-link-not-turned-off': personal({ failed: 'remove', problem: offline }),
        'personal-link-full': personal({ value: full }),
        'personal-link-over': personal({ value: { ...value, expiresAt: now - 2 * day } }),
        'personal-link-extending': personal({ value: full, work: 'change' }),
        'link-personal-on': personal({}, { route: { name: 'link' } }),
        'link-personal-ended': personal({ value: full }, { route: { name: 'link' } }),
    };
}
