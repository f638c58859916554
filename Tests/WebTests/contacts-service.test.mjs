import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContactsService } from '../../Web/features/contacts/contacts-service.js';

/** A service whose server records requests, and answers from a table. */
function bench(answers = {}) {
    const sent = [];
    const api = {
        send: async ({ method, path }, { id, body } = {}) => {
            const target = path.replace('{id}', id);
            sent.push(`${method} ${target}${body ? ` ${JSON.stringify(body)}` : ''}`);
            return answers[target] ?? {};
        },
    };
    return { sent, service: new ContactsService({ origin: 'https://x', signaling: {}, api }) };
}

const contact = (contactId, contactName, isFavorite = false) => ({ contactId, contactName, isFavorite, lastInteraction: null });

// 004-15, 004-16, 004-17
test('requests are accepted, declined and canceled by the other user’s id', async () => {
    const { sent, service } = bench();
    await service.accept(5);
    await service.decline(6);
    await service.cancel(7);
    assert.deepEqual(sent, [
        'POST /friend-request/accept {"targetUserId":5}', 'PATCH /friend-request/decline {"targetUserId":6}',
        'PATCH /friend-request/cancel {"targetUserId":7}',
    ]);
});

// 000-67
test('a contact is removed on the server', async () => {
    const { sent, service } = bench();
    await service.remove(5);
    assert.deepEqual(sent, ['DELETE /contact/5']);
});

// 004-8
test('setting a favorite toggles it only when it differs', async () => {
    const { sent, service } = bench({ '/contacts': { contacts: [contact(5, 'Bo'), contact(6, 'Cy', true)] } });
    await service.setFavorite(5, true);
    await service.setFavorite(6, true);
    await service.setFavorite(6, false);
    assert.deepEqual(sent.filter((line) => line !== 'GET /contacts'), ['PATCH /contact/5/toggle', 'PATCH /contact/6/toggle']);
});

// 004-38
test('favorites come first, then contacts by name', async () => {
    const { service } = bench({ '/contacts': { contacts: [contact(1, 'Zoe'), contact(2, 'bo'), contact(3, 'Cy', true), contact(4, 'Ana')] } });
    assert.deepEqual((await service.contacts()).map(({ contactName }) => contactName), ['Cy', 'Ana', 'bo', 'Zoe']);
});
