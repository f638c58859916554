import { CallController } from '../calls/call-controller.js';
import { browserPlatform } from '../calls/platform.js';
import { AccountService } from '../features/account/account-service.js';
import { ContactsService } from '../features/contacts/contacts-service.js';
import { HistoryService } from '../features/history/history-service.js';
import { NotificationCenter } from '../features/notifications/notification-center.js';

/**
 * @typedef {Omit<ConstructorParameters<typeof NotificationCenter>[0], 'session'> & { devices: { wishOf: (kind: import('../media/device-choice.js').DeviceKind) => import('../media/device-choice.js').Wish, capture: (constraints: MediaStreamConstraints) => Promise<MediaStream> } }} Surroundings
 *     `devices`: which microphone or camera calls are to use, and with which effects
 */

/** The objects that exist while someone is signed in: the session, and the services that use it. */
export class SignedIn {
    /**
     * @param {import('../session/session.js').Session} session
     * @param {Surroundings} surroundings
     */
    constructor(session, { devices: { wishOf, capture }, ...page }) {
        this.session = session;
        this.contacts = new ContactsService(session, page.clock.date, (one, other) => page.texts().compare(one, other));
        this.account = new AccountService(session);
        this.history = new HistoryService(session);
        const platform = { ...browserPlatform(page.clock), wish: wishOf, capture };
        this.makeConnection = platform.makeConnection;
        this.calls = new CallController({ session, platform });
        this.notifications = new NotificationCenter({ ...page, session });
    }

    /** Stops everything, the call and the connection to the server included. */
    async end() {
        this.notifications.stop();
        await this.calls.stop();
        this.session.signaling.stop();
    }
}
