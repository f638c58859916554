import { befriended, cardsAfter, putAway } from './card-queue.js';

/**
 * The answers to people's cards.
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {(user: number, work: (service: import('../contacts/contacts-service.js').ContactsService) => Promise<void>) => Promise<boolean>} change
 *     something about a person: whether it is done
 */
export function cardActions(store, change) {
    return {
        acceptOnCard: (/** @type {number} */ user, /** @type {string} */ name) => void change(user, async (service) => {
            await service.accept(user);
            // Before the lists are fetched, in which the request is gone.
            store.set(({ cards }) => ({ cards: befriended(cards, { user, name, wasAcceptedHere: true }) }));
        }),
        putCardAway: (/** @type {import('./card-state.js').Card} */ card) => store.set(({ cards }) => ({ cards: putAway(cards, card) })),
        /** To be called with each change of the state. */
        watchCards() {
            const cards = cardsAfter(store.state);
            if (cards !== store.state.cards) store.set({ cards });
        },
    };
}
