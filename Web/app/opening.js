import { fragmentOfCall } from '../contacts/call-link.js';
import { readCallLink } from '../contacts/pasted-link.js';
import { fragmentOfContact } from '../state/routes.js';

/** @typedef {import('../contacts/call-link.js').CallLink | import('../contacts/call-link.js').BadLink} OpenedCallLink */

/** Shows the target of someone's link, whether the page was opened with the link, or it was pasted or scanned. */
export class Opening {
    #here;
    #address;
    #features;

    /**
     * @param {import('../state/here.js').Reach<'session'>} here
     * @param {Pick<import('./address.js').Address, 'show'>} address
     * @param {Pick<import('./features.js').Features, 'add' | 'joining'>} features
     */
    constructor(here, address, features) {
        this.#here = here;
        this.#address = address;
        this.#features = features;
    }

    /**
     * Shows the owner of an opened link, and asks whether to add them.
     * @param {string} token
     */
    token(token) {
        this.#address.show({ name: 'add' }, { openedLink: fragmentOfContact({ token }) });
        this.#features.add.openLink(token);
    }

    /** @param {OpenedCallLink} link to a call, whose maker lets contacts in */
    call(link) {
        const route = this.#features.joining.openCallLink(link);
        // Neither shown, nor given to another device.
        this.#address.show(route, route.name === 'joinCall' && typeof link !== 'string' ? { openedLink: fragmentOfCall(link) } : null);
    }

    /**
     * Opens a pasted or scanned link to a call; returns false for anything else.
     * @param {string} text
     */
    takesCallLink(text) {
        const { signedIn } = this.#here;
        const link = signedIn && readCallLink(text, signedIn.session.origin);
        if (link) this.call(link);
        return link !== null;
    }
}
