import { text } from '../texts/text.js';
import { notify } from '../state/notices.js';
import { problemOf } from '../state/problem.js';

/** @typedef {import('../state/state.js').Question} Question */

/**
 * Questions before actions that cannot be undone.
 * @param {import('../state/store.js').Store<import('../state/state.js').State>} store
 * @param {import('./features.js').Features} features
 * @param {object} page
 * @param {() => Promise<unknown> | undefined} page.signOut
 * @param {(route: import('../state/state.js').Route) => void} page.go
 * @param {(token: string) => Promise<unknown>} page.takeBack a way into an account that was removed
 */
export function questionActions(store, features, { signOut, go, takeBack }) {
    const { signIn, links, personalLink, callLink, history, contacts, people, calls, account } = features;
    /**
     * Whether the question has been answered.
     * @param {Question} question
     */
    const perform = async (question) => {
        switch (question.kind) {
        case 'signOut': await signOut(); return true;
        case 'forget': await signIn.forgetKept(); return true;
        case 'revokeLink': await links.revokeLink(); return true;
        case 'renewPersonalLink':
        case 'removePersonalLink': await personalLink.personalLinkConfirmed(question.kind); return true;
        case 'takeBack':
            await takeBack(question.token);
            notify(store, text('questions.takeBack.done'), 'good', 20_000);
            return true;
        case 'withdrawCallLink': callLink.withdrawCallLink(); return true;
        case 'deleteCalls':
            await history.removeCalls(question.ids);
            // The call on the screen was deleted.
            if (store.state.route.name === 'pastCall') go({ name: 'calls' });
            return true;
        case 'deleteAllCalls': await history.removeAllCalls(); return true;
        case 'blockPerson': await contacts.change(question.userId, (service) => service.setBlocked(question.userId, true)); return true;
        case 'reportPerson': {
            const { userId, name, reason, note } = question;
            // The input stays for another attempt.
            if (!await contacts.change(userId, (service) => service.report(userId, reason ?? 'other', note))) return false;
            notify(store, text('report.sent', { name }), 'good');
            return true;
        }
        case 'letInAnyway': calls.itsThem(question.identity); return true;
        case 'notThem': calls.notThem(question.identity); return true;
        case 'removeFromCall': await people.removeFromCall(question.userId); return true;
        case 'removeContact':
            if (!await contacts.change(question.userId, (service) => service.remove(question.userId))) return true;
            contacts.goneRead(question.userId);
            go({ name: 'contacts' });
            return true;
        default: await account.settingsConfirmed(question); return true;
        }
    };
    const confirm = async () => {
        const { question } = store.state;
        if (!question || question.isBusy) return;
        const asked = { ...question, isBusy: true };
        store.set({ question: asked });
        let isDone = true;
        try {
            isDone = await perform(question);
        } catch (error) {
            notify(store, problemOf(error).message, 'bad');
        }
        // Keeps another question that was asked meanwhile.
        store.set(({ question: now }) => (now === asked ? { question: isDone ? null : question } : {}));
    };
    return {
        ask: (/** @type {Question} */ question) => store.set({ question }),
        setLost: (/** @type {boolean} */ isLost) => store.set(({ question }) => (question?.kind === 'signOutDevice' ? { question: { ...question, isLost } } : {})),
        confirm: () => void confirm(),
        dismissQuestion: () => store.set({ question: null }),
    };
}
