import { isNewCode } from '../../session/one-time-code.js';
import { callingCodes } from '../../session/phone-plan.js';
import { emptyAddress } from '../settings/settings-state.js';
import { text } from '../../texts/text.js';
import { problemOf } from '../../state/problem.js';

/** @typedef {import('../settings/settings-state.js').AddressForm} AddressForm */

/**
 * @param {import('../settings/settings-store.js').SettingsStore} settings
 * @param {() => number} now Unix milliseconds
 */
export function addressActions(settings, now) {
    /** @param {Partial<AddressForm>} change */
    const update = (change) => {
        const { address } = settings.state;
        if (address) settings.update({ address: { ...address, ...change } });
    };
    /**
     * One step at a time; its result or its error is shown. A form that was left meanwhile stays closed.
     * @param {(form: AddressForm, service: import('../account/account-service.js').AccountService) => Promise<Partial<AddressForm> | null>} step
     */
    const attempt = async (step) => {
        const { state: { address }, service } = settings;
        if (!address || !service || address.isBusy) return;
        update({ isBusy: true, problem: null });
        const isThere = () => settings.service === service && settings.state.address?.kind === address.kind && settings.state.address.purpose === address.purpose;
        try {
            const change = await step(address, service);
            if (!isThere()) return;
            if (change === null) settings.update({ address: null });
            else update({ ...change, isBusy: false });
        } catch (error) {
            if (isThere()) update({ isBusy: false, problem: problemOf(error) });
        }
    };
    const askForCode = () => attempt(async ({ kind, identifier }, service) => {
        const { address, resendAfter } = await service.sendCode(kind, identifier, callingCodes.get(settings.country ?? ''));
        return { step: 'code', identifier: address, code: '', hasResent: false, resendAt: now() + resendAfter * 1000 };
    });
    const resend = () => attempt(async ({ kind, identifier }, service) => {
        const { resendAfter } = await service.sendCode(kind, identifier);
        return { code: '', hasResent: true, resendAt: now() + resendAfter * 1000 };
    });
    const verify = () => attempt(async ({ kind, purpose, identifier, code }, service) => {
        if (purpose === 'change') await service.changeAddress(kind, identifier, code);
        else settings.update({ methods: { status: 'ready', value: await service.addLoginMethod(kind, identifier, code), problem: null } });
        settings.refreshAccount();
        settings.notify(purpose === 'change' ? text('address.changed', { address: identifier }) : text('address.added', { address: identifier }));
        return null;
    });
    return {
        startAddress: (/** @type {'change' | 'add'} */ purpose, /** @type {'email' | 'phone'} */ kind) => settings.update({ address: emptyAddress(purpose, kind) }),
        typeAddress: (/** @type {string} */ identifier) => update({ identifier, problem: null }),
        askForAddressCode: () => void askForCode(),
        typeAddressCode: (/** @type {string} */ code) => {
            const before = settings.state.address?.code ?? '';
            update({ code, problem: null });
            if (isNewCode(before, code)) void verify();
        },
        verifyAddress: () => void verify(),
        resendAddressCode: () => void resend(),
        /** Back to the address, or out of the form. */
        leaveAddress: () => {
            if (settings.state.address?.step === 'code') update({ step: 'identify', code: '', problem: null, hasResent: false });
            else settings.update({ address: null });
        },
    };
}
