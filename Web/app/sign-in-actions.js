import { failureSentence, knownIssuers } from '../session/page-sign-in.js';
import { Session } from '../session/session.js';
import { SignIn, labelOf } from '../session/sign-in.js';
import { linkIn } from '../state/routes.js';
import { problemOf } from './problem.js';

/** @typedef {import('../state/store.js').Store<import('../state/state.js').State>} PageStore */
/** @typedef {import('../state/state.js').SignInState} SignInState */

/**
 * Signing in: address, code, done. Or to Google or Apple, and back.
 * @param {PageStore} store
 * @param {(session: import('../session/session.js').Session) => Promise<void>} signedIn
 * @param {(url: string) => void} [go] leaves this page
 * @param {() => SignIn} [makeFlow]
 */
export function signInActions(store, signedIn, go = (url) => location.assign(url), makeFlow = () => new SignIn()) {
    let flow = makeFlow();
    const set = (/** @type {Partial<SignInState>} */ change) => store.set(({ signIn }) => ({ signIn: { ...signIn, ...change } }));
    const attempt = async (/** @type {() => Promise<Partial<SignInState>>} */ work) => {
        if (store.state.signIn.isBusy) return;
        set({ isBusy: true, problem: null });
        try {
            set({ ...await work(), isBusy: false });
        } catch (error) {
            set({ isBusy: false, problem: problemOf(error) });
        }
    };
    const inSeconds = (/** @type {number} */ seconds) => Date.now() + seconds * 1000;
    return {
        /** Says whose keys are kept here since the server signed this device out. */
        async showKept() {
            const account = await Session.kept().catch(() => null);
            if (!account) return;
            const kept = labelOf(account);
            set({ kept, identifier: account.email || account.phoneNumber || '', notice: 'Signed out by the server; sign in again.' });
        },
        /** Removes it: the person wishes so. */
        async forgetKept() {
            await Session.forget();
            set({ kept: undefined, identifier: '', problem: null, notice: 'This device keeps no keys and no contacts.' });
        },
        /** Finds out how this server sends codes. */
        async prepare() {
            flow = makeFlow();
            const config = await flow.appConfig().catch(() => null);
            if (!config) return;
            const issuers = knownIssuers(config.pageSignIn);
            set({ methods: { email: config.emailConfigured !== false, phone: config.twilioConfigured, issuers } });
        },
        /**
         * The person is back from Google or Apple.
         * @param {import('../state/routes.js').Return} back
         */
        async cameBack(back) {
            if ('failure' in back) return set({ notice: failureSentence(back.failure) });
            set({ isBusy: true, notice: 'Signing in…' });
            try {
                const outcome = await flow.redeem(back.ticket);
                set({ isBusy: false, notice: undefined });
                if (outcome.session) {
                    // Anyone who left from somebody's link is asked about it now.
                    if (outcome.fragment !== '') history.replaceState(null, '', outcome.fragment);
                    return await signedIn(outcome.session);
                }
                return set({
                    step: 'code', identifier: outcome.email, code: '', resendAt: inSeconds(outcome.resendAfter), hasResent: false,
                });
            } catch (error) {
                return set({ isBusy: false, notice: problemOf(error).message });
            }
        },
        /** @param {import('../session/page-sign-in.js').Issuer} issuer */
        continueWith: (issuer) => void attempt(async () => {
            go(await flow.leave(issuer, linkIn(location.hash)));
            return { notice: undefined };
        }),
        typeIdentifier: (/** @type {string} */ identifier) => set({ identifier, problem: null }),
        typeName: (/** @type {string} */ name) => set({ name, problem: null }),
        typeCode: (/** @type {string} */ code) => set({ code, problem: null }),
        askForCode: () => void attempt(async () => {
            const { identifier, name } = store.state.signIn;
            const who = identifier.includes('@') ? { email: identifier } : { phoneNumber: identifier };
            const { resendAfter } = await flow.begin({ ...who, displayName: name });
            return { step: 'code', code: '', resendAt: inSeconds(resendAfter), hasResent: false, notice: undefined };
        }),
        resendCode: () => void attempt(async () => {
            const { resendAfter } = await flow.resend();
            return { resendAt: inSeconds(resendAfter), hasResent: true, code: '' };
        }),
        verifyCode: () => void attempt(async () => {
            await signedIn(await flow.verify(store.state.signIn.code));
            return { code: '' };
        }),
        changeIdentifier: () => set({ step: 'identify', code: '', problem: null, hasResent: false }),
    };
}
