import { additionFailureSentence, issuerName } from '../../session/page-sign-in.js';
import { text } from '../../texts/text.js';

/**
 * Adds Google and Apple as ways to sign in: the person leaves the page, and returns with a ticket.
 * @param {import('../settings/settings-store.js').SettingsStore} settings
 * @param {() => boolean} hasCall whether there is a call, which would be left with the page
 * @param {import('../account/account-actions.js').Page} page
 */
export function issuerActions(settings, hasCall, page) {
    /** @param {import('../../session/page-sign-in.js').Issuer} issuer */
    const leave = async (issuer) => {
        if (hasCall()) return;
        const done = await settings.attempt('issuer', (service) => service.leaveFor(issuer));
        // A call that started meanwhile continues.
        if (done && !hasCall()) page.leave(done.outcome);
    };
    return {
        addIssuer: (/** @type {import('../../session/page-sign-in.js').Issuer} */ issuer) => void leave(issuer),
        /**
         * The person is back, and still signed in.
         * @param {import('../../state/routes.js').Return} back
         */
        async cameBackToAdd(back) {
            const departure = await settings.service?.cameBack().catch(() => null) ?? null;
            if ('failure' in back) {
                // A sign-in that didn't start here is ignored: the address may come from anyone.
                if (!departure) return;
                settings.notify(additionFailureSentence(back.failure, departure.issuer), 'bad');
                return page.go({ name: 'settings', page: 'methods' });
            }
            if (!back.adds) return;
            page.go({ name: 'settings', page: 'methods' });
            const done = await settings.attempt('issuer', (service) => service.addIssuer(back.ticket, departure));
            if (!done) return;
            settings.refreshAccount();
            // A list that was requested earlier must not replace this one.
            void settings.load('methods', async () => done.outcome);
            if (departure) settings.notify(text('methods.issuerAdded', { issuer: issuerName(departure.issuer) }));
        },
    };
}
