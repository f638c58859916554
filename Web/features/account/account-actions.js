import { hasCall } from '../../state/calling.js';
import { text } from '../../texts/text.js';
import { issuerActions } from '../login-methods/issuer-actions.js';
import { addressActions } from '../login-methods/address-actions.js';
import { ownDeviceActions } from '../own-devices/own-device-actions.js';
import { SettingsStore } from '../settings/settings-store.js';

/** @typedef {import('../../state/settings-routes.js').SettingsRoute} SettingsRoute */
/** @typedef {import('../settings/settings-state.js').SettingsQuestion} SettingsQuestion */
/** @typedef {{ saveFile(name: string, content: string): void, today(): string, now(): number, go(route: SettingsRoute): void, leave(url: string): void }} Page what the actions do beside the state */

/**
 * The account in the settings: addresses, ways to sign in, devices, stored data, deletion.
 * @param {import('../settings/settings-store.js').PageStore} store
 * @param {import('../../state/here.js').Reach<'account' | 'session'>} here
 * @param {Page} page
 */
export function accountActions(store, here, page) {
    const settings = new SettingsStore(store, here);
    const loadMethods = () => void settings.load('methods', (from) => from.loginMethods());
    const ownDevices = ownDeviceActions(settings, page.now);
    const loadDevices = () => {
        void settings.load('devices', (from) => from.devices());
        ownDevices.loadOwnKeys();
    };
    return {
        ...ownDevices, ...addressActions(settings, page.now), ...issuerActions(settings, () => hasCall(store.state), page), ...ownDataActions(settings, page), loadMethods, loadDevices,
        /**
         * @param {string} fingerprint of the key of this device
         * @param {string} server
         */
        started: (fingerprint, server) => settings.update({ fingerprint, server }),
        /** The window is visible again: statements that other devices made meanwhile are shown. */
        lookedAtAgain() {
            const { route } = store.state;
            if (route.name === 'settings' && route.page === 'devices') loadDevices();
        },
        /** @type {import('../../state/news.js').Takes} */
        takes: {
            signals: {
                // A device that was not there before has signed in.
                login_warning({ senderDeviceId: id }) {
                    settings.warn(text('notices.newDevice'), { label: text('notices.newDevice.look'), route: { name: 'settings', page: 'devices', id } });
                    if (settings.state.devices.value !== null) loadDevices();
                },
                user_updated: ({ senderId }) => { if (senderId === here.signedIn?.session.account.userId) ownDevices.loadOwnKeys(); },
            },
            // The vouch of another device is kept for the next call, and contacts of a device marked as lost are told at once; a failure
            // here is retried at the next connection.
            connected: ownDevices.loadOwnKeys,
        },
        makePrimary: (/** @type {number} */ id) => void makePrimary(settings, id),
        /**
         * A page of the settings was opened, or left for another: its contents are fetched, and unsaved input is dropped.
         * @param {import('../../state/state.js').Route} route
         * @param {import('../../state/state.js').Route} before
         */
        settingsOpened(route, before) {
            const [opened, left] = [route, before].map((one) => (one.name === 'settings' ? one.page ?? 'profile' : null));
            if (opened !== left) settings.update({ address: null });
            if (opened === 'methods') loadMethods();
            if (opened === 'devices') loadDevices();
            ownDevices.lookAtOwnDevice(route);
            if (opened === 'methods' || opened === 'profile') void loadChannels(settings);
        },
        /** @param {SettingsQuestion} question */
        settingsConfirmed: (question) => confirmed(settings, question, page),
    };
}

/** @param {SettingsStore} settings */
async function loadChannels(settings) {
    const from = settings.service;
    // Not worth a notice: without it both are offered, and the server refuses unsupported ones.
    const channels = await from?.channels().catch(() => null);
    if (channels && settings.service === from) settings.update({ channels });
}

/**
 * @param {SettingsStore} settings
 * @param {number} id
 */
async function makePrimary(settings, id) {
    const done = await settings.attempt(`method-${id}`, (service) => service.makePrimary(id));
    if (!done) return;
    settings.refreshAccount();
    settings.update({ methods: { status: 'ready', value: done.outcome, problem: null } });
}

/**
 * @param {SettingsStore} settings
 * @param {Page} page
 */
function ownDataActions(settings, page) {
    const exportData = async () => {
        const done = await settings.attempt('export', (service) => service.exportData());
        if (done) page.saveFile(`ecall-${page.today()}.json`, `${JSON.stringify(done.outcome, null, 2)}\n`);
    };
    const keepAccount = async () => {
        const done = await settings.attempt('keep', (service) => service.cancelDeletion());
        if (!done) return;
        settings.refreshAccount();
        settings.notify(text('deletion.kept'));
    };
    return { exportData: () => void exportData(), keepAccount: () => void keepAccount() };
}

/** The notices after a device was signed out, by what else was done. */
const signedOutTexts = /** @type {const} */ ({
    signedOut: ['devices.signedOut', undefined], revoked: ['devices.lost.done', undefined],
    nothingToRevoke: ['devices.lost.noIdentity', undefined], notRevoked: ['devices.lost.signedOutOnly', 'bad'],
});

/**
 * @param {SettingsStore} settings
 * @param {SettingsQuestion} question
 * @param {Page} page
 */
async function confirmed(settings, question, page) {
    switch (question.kind) {
    case 'removeMethod': {
        const done = await settings.attempt(`method-${question.id}`, (service) => service.removeLoginMethod(question.id));
        settings.refreshAccount();
        if (done) settings.update({ methods: { status: 'ready', value: done.outcome, problem: null } });
        return;
    }
    case 'signOutDevice': {
        const done = await settings.attempt(`device-${question.id}`, (service) => service.signOutDevice(question.id, question.isLost));
        if (done) {
            const [key, tone] = signedOutTexts[done.outcome];
            settings.notify(text(key, { name: question.name }), tone);
            page.go({ name: 'settings', page: 'devices' });
        }
        return settings.load('devices', (from) => from.devices());
    }
    case 'signOutOthers': {
        const done = await settings.attempt('devices', (service) => service.signOutOthers());
        if (done) settings.notify(text('devices.allSignedOut'));
        return settings.load('devices', (from) => from.devices());
    }
    case 'deleteAccount':
        await settings.attempt('delete', (service) => service.scheduleDeletion());
        return settings.refreshAccount();
    default:
    }
}
