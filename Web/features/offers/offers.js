import { talkedFor } from '../calls/protection/proven.js';

/**
 * Something of the browser that is offered once on this device. `homeScreen`: an iPhone or iPad installs pages by its own menu only.
 * @typedef {'notifications' | 'install' | 'homeScreen'} Offer
 */

/** The length of a call that went well enough to offer more of the page, in milliseconds. */
const goodLength = 60_000;
const normalEnds = ['hungUp', 'remoteHungUp'];

/**
 * Whether a call has ended as it should, and its people heard each other for a while.
 * @param {import('../calls/call-state.js').CallState | null} call
 */
export function wentWell(call) {
    if (call?.phase !== 'ended' || call.reason === null || !normalEnds.includes(call.reason)) return false;
    return (talkedFor(call, { now: call.endedAt ?? 0, uptime: call.measured?.to ?? 0 }) ?? 0) >= goodLength;
}

/**
 * The one thing to offer now; null: nothing is left. Notifications come first, since a page that cannot ring isn't a phone.
 * @param {object} known
 * @param {readonly Offer[]} known.offered on this device before
 * @param {NotificationPermission | 'missing'} known.notifications
 * @param {boolean} known.isReachable whether the browser has a push service, and the person hasn't turned all notifications off
 * @param {boolean} known.isInstalled
 * @param {boolean} known.canInstall the browser installs the page when asked
 * @param {boolean} known.hasHomeScreen the person can add the page to it by themselves
 * @returns {Offer | null}
 */
export function nextOffer({ offered, notifications, isReachable, isInstalled, canInstall, hasHomeScreen }) {
    if (notifications === 'default' && isReachable && !offered.includes('notifications')) return 'notifications';
    if (isInstalled || offered.includes('install') || offered.includes('homeScreen')) return null;
    return canInstall ? 'install' : hasHomeScreen ? 'homeScreen' : null;
}

/**
 * The kept offers, as far as they are valid.
 * @param {string | null} kept
 * @returns {Offer[]}
 */
export const keptOffers = (kept) => /** @type {Offer[]} */ (['notifications', 'install', 'homeScreen'].filter((offer) => (kept ?? '').split(' ').includes(offer)));
