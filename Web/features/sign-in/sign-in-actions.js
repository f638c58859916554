import { failureSentence, knownIssuers } from '../../session/page-sign-in.js';
import { isNewCode } from '../../session/one-time-code.js';
import { callingCodes } from '../../session/phone-plan.js';
import { Session } from '../../session/session.js';
import { labelOf } from '../../session/sign-in.js';
import { linkIn } from '../../state/routes.js';
import { problemOf } from '../../state/problem.js';
import { SignInForm } from './sign-in-form.js';
import { text } from '../../texts/text.js';

/** @typedef {(session: Session) => Promise<void>} SignedIn */

/**
 * Signing in: address, code, done; or to Google or Apple and back.
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {SignedIn} signedIn
 * @param {((url: string) => void) | undefined} go leaves this page
 * @param {() => import('../../session/sign-in.js').SignIn} makeFlow
 * @param {() => number} now Unix milliseconds
 */
export function signInActions(store, signedIn, go = (url) => location.assign(url), makeFlow, now) {
    const form = new SignInForm(store, makeFlow);
    const inSeconds = (/** @type {number} */ seconds) => now() + seconds * 1000;
    return {
        ...keptAccountActions(form), ...issuerActions(form, signedIn, inSeconds, go), ...codeActions(form, store, signedIn, inSeconds),
        /** Finds out how this server sends codes. */
        async prepare() {
            form.startOver();
            const config = await form.flow.appConfig().catch(() => null);
            if (!config) return;
            const issuers = knownIssuers(config.pageSignIn);
            form.update({ methods: { email: config.emailConfigured !== false, phone: config.twilioConfigured, issuers } });
        },
    };
}

/** @param {SignInForm} form */
const keptAccountActions = (form) => ({
    /** Names the account whose keys are stored here since the server signed this device out. */
    async showKept() {
        const account = await Session.kept().catch(() => null);
        if (!account) return;
        const kept = labelOf(account);
        form.update({ kept, identifier: account.email || account.phoneNumber || '', notice: text('signIn.signedOutByServer') });
    },
    async forgetKept() {
        await Session.forget();
        form.update({ kept: undefined, identifier: '', problem: null, notice: text('signIn.forgotten') });
    },
});

/**
 * @param {SignInForm} form
 * @param {SignedIn} signedIn
 * @param {(seconds: number) => number} inSeconds
 * @param {(url: string) => void} go
 */
const issuerActions = (form, signedIn, inSeconds, go) => ({
    /** @param {import('../../session/page-sign-in.js').Issuer} issuer */
    continueWith: (issuer) => void form.attempt(async () => {
        go(await form.flow.leave(issuer, linkIn(location.hash)));
        return { notice: undefined };
    }),
    /**
     * The person is back from Google or Apple.
     * @param {import('../../state/routes.js').Return} back
     */
    async cameBack(back) {
        if ('failure' in back) return form.update({ notice: failureSentence(back.failure) });
        form.update({ isBusy: true, notice: text('code.verifying') });
        try {
            const outcome = await form.flow.redeem(back.ticket);
            form.update({ isBusy: false, notice: undefined });
            if (outcome.session) {
                // A person who was on someone's link before is asked about it now.
                if (outcome.fragment !== '') history.replaceState(null, '', outcome.fragment);
                return await signedIn(outcome.session);
            }
            return form.update({
                step: 'code', identifier: outcome.email, code: '', resendAt: inSeconds(outcome.resendAfter), hasResent: false,
            });
        } catch (error) {
            return form.update({ isBusy: false, notice: problemOf(error).message });
        }
    },
});

/**
 * @param {SignInForm} form
 * @param {import('../../state/store.js').Store<import('../../state/state.js').State>} store
 * @param {SignedIn} signedIn
 * @param {(seconds: number) => number} inSeconds
 */
function codeActions(form, store, signedIn, inSeconds) {
    const verifyCode = () => void form.attempt(async () => {
        try {
            await signedIn(await form.flow.verify(form.state.code));
            return { code: '' };
        } catch (error) {
            // The first step names the account whose keys are stored, and how to remove them.
            if (/** @type {{ code?: unknown }} */ (error).code === 'otherAccount') form.update({ step: 'identify', code: '' });
            throw error;
        }
    });
    return {
        typeIdentifier: (/** @type {string} */ identifier) => form.update({ identifier, problem: null }),
        chooseCountry: (/** @type {string | null} */ country) => store.set({ country }),
        typeCode: (/** @type {string} */ code) => {
            const before = form.state.code;
            form.update({ code, problem: null });
            if (isNewCode(before, code, form.flow.codeLength)) verifyCode();
        },
        askForCode: () => void form.attempt(async () => {
            const { identifier } = form.state;
            const callingCode = callingCodes.get(store.state.country ?? '');
            const who = identifier.includes('@') ? { email: identifier } : { phoneNumber: identifier };
            const { resendAfter, address } = await form.flow.begin({ ...who, callingCode });
            return { step: 'code', identifier: address, code: '', resendAt: inSeconds(resendAfter), hasResent: false, notice: undefined };
        }),
        resendCode: () => void form.attempt(async () => {
            const { resendAfter } = await form.flow.resend();
            return { resendAt: inSeconds(resendAfter), hasResent: true, code: '' };
        }),
        verifyCode,
        changeIdentifier: () => form.update({ step: 'identify', code: '', problem: null, hasResent: false }),
    };
}
