import { SignIn } from '../session/sign-in.js';
import { problemOf } from './problem.js';

/** @typedef {import('../state/store.js').Store<import('../state/state.js').State>} PageStore */
/** @typedef {import('../state/state.js').SignInState} SignInState */

/**
 * Signing in: address, code, done.
 * @param {PageStore} store
 * @param {(session: import('../session/session.js').Session) => Promise<void>} signedIn
 */
export function signInActions(store, signedIn) {
    let flow = new SignIn();
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
        /** Finds out how this server sends codes. */
        async prepare() {
            flow = new SignIn();
            const config = await flow.appConfig().catch(() => null);
            if (config) set({ methods: { email: config.emailConfigured !== false, phone: config.twilioConfigured } });
        },
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
