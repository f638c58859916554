import { loadContactDevices } from '../../contacts/contact-devices.js';
import { newPerson } from './person-state.js';
import { fetching } from '../../state/fetching.js';

const mostCalls = 10;

/**
 * The contact on the screen: their devices, and the calls with them.
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {import('../../state/here.js').Reach<'session' | 'history'>} here
 */
export function personActions(store, here) {
    const fetched = fetching(() => here.signedIn);
    /**
     * @param {'devices' | 'calls'} part
     * @param {number} userId
     * @param {(from: NonNullable<typeof here.signedIn>) => Promise<unknown>} fetch
     */
    const load = async (part, userId, fetch) => {
        const outcome = await fetched(part, fetch);
        const { person } = store.state;
        if (outcome && person?.userId === userId) store.set({ person: { ...person, [part]: { ...person[part], ...outcome } } });
    };
    const loadPerson = () => {
        const { person, contacts } = store.state;
        const contact = contacts.value?.find(({ contactId }) => contactId === person?.userId);
        if (!contact) return;
        const { contactId: id, contactName: name } = contact;
        void load('devices', id, ({ session }) => loadContactDevices(session, id));
        // The server searches by name: others may have this name too.
        void load('calls', id, async ({ history }) => (await history.page({ isMissed: false, name })).calls.filter(({ people }) => people.some(({ userId }) => userId === id)).slice(0, mostCalls));
    };
    return {
        loadPerson,
        /** Fetches the details of the page's contact once they are known to be one, and again whenever the contacts were fetched. */
        lookAtPerson: () => {
            const { route, person, contacts } = store.state;
            if (route.name !== 'contact') return;
            const { id } = route;
            if (!contacts.value?.some(({ contactId }) => contactId === id)) return;
            if (person?.userId !== id) store.set({ person: newPerson(id) });
            loadPerson();
        },
    };
}
