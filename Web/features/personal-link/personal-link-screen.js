import { button } from '../../components/button.js';
import { menu } from '../../components/menu.js';
import { message } from '../../components/message.js';
import { qrPicture } from '../../components/qr-picture.js';
import { remaining } from '../../components/time-format.js';
import { stageOf } from './personal-link.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { detailWith } from '../../components/detail.js';
import { personalLinkProblem } from './personal-link-problems.js';
import { skeletonRows } from '../../components/skeleton.js';
import { linkHandout } from '../link-handout/link-handout.js';
import { busyWords, personalLinkForm } from './personal-link-form.js';
import { askedBy } from './personal-link-row.js';

/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('./personal-link-state.js').PersonalLinkState} PersonalLinkState */
/** @typedef {import('./personal-link.js').PersonalLink} PersonalLink */

const day = 24 * 60 * 60 * 1000;

/**
 * This person's link for several people: off, on, or ended.
 * @param {import('../../state/state.js').State} state
 * @param {Actions} actions
 */
export function personalLinkView({ personalLink: own, now }, actions) {
    const { value, work } = own;
    const link = value === 'off' ? null : value;
    const isLive = link !== null && stageOf(link, now) === 'live';
    return detailWith('personal-link', text('personalLink.title'), isLive && more(own, actions),
        h('p', { class: 'lead' }, text('personalLink.lead')),
        problem(own, actions),
        link === null ? off(own, actions) : isLive ? live(own, link, now, actions) : ended(own, link, now, actions),
        h('p', { class: 'visually-hidden', role: 'status', key: 'work' }, work !== null && busyWords(work)));
}

/**
 * @param {PersonalLinkState} own
 * @param {Actions} actions
 */
const more = ({ work }, actions) => menu('personal-link-menu', text('link.more'), [
    { key: 'renew', label: text('personalLink.renew'), symbol: 'retry', isDisabled: work !== null, onclick: () => actions.ask({ kind: 'renewPersonalLink', isBusy: false }) },
    { key: 'remove', label: text('personalLink.turnOff'), symbol: 'trash', isDangerous: true, isDisabled: work !== null, onclick: () => askToTurnOff(actions) },
], work === 'renew' || work === 'remove');

/** @param {Actions} actions */
const askToTurnOff = (actions) => actions.ask({ kind: 'removePersonalLink', isBusy: false });

/**
 * The failure, with a button to try again; the form has that itself.
 * @param {PersonalLinkState} own
 * @param {Actions} actions
 */
const problem = ({ problem: why, failed }, actions) => why && h('div', { key: 'problem' }, message('bad', personalLinkProblem(why),
    failed === 'make' || failed === 'change' ? null : button({ key: 'retry', label: text('common.tryAgain'), symbol: 'retry', onclick: actions.retryPersonalLink })));

/**
 * @param {PersonalLinkState} own
 * @param {Actions} actions
 */
function off(own, actions) {
    if (own.value === 'off') return personalLinkForm(own, actions, { label: text('personalLink.turnOn'), note: text('personalLink.canChange') });
    return own.isLoading && h('div', { key: 'loading', 'aria-busy': 'true' }, skeletonRows(text('personalLink.loading')));
}

/**
 * @param {PersonalLinkState} own
 * @param {PersonalLink} link
 * @param {number} now
 * @param {Actions} actions
 */
function live(own, link, now, actions) {
    const { isChanging, wasCopied, work } = own;
    return h('div', { class: 'link-parts', key: 'live' },
        h('div', { class: 'code-frame', key: 'code' }, qrPicture(link.link, text('personalLink.code'))),
        linkHandout({ link: link.link, wasCopied }, { copy: actions.copyPersonalLink, share: actions.sharePersonalLink }, !isChanging),
        h('p', { class: 'link-life', role: 'status', key: 'asked' }, icon('people'), askedBy(link)),
        h('p', { class: 'link-life', key: 'ends' }, icon('clock'), endOf(link, now)),
        isChanging
            ? personalLinkForm(own, actions, {
                label: text('settings.save'), note: text('personalLink.change.note'), takesFocus: true,
                other: button({ key: 'keep', label: text('common.cancel'), isDisabled: work !== null, onclick: actions.keepPersonalLink }),
            })
            : button({ key: 'change', label: text('personalLink.change'), tone: 'quiet', symbol: 'settings', isDisabled: work !== null, onclick: actions.changePersonalLink }));
}

/**
 * @param {PersonalLink} link
 * @param {number} now
 */
function endOf({ expiresAt }, now) {
    const left = expiresAt - now;
    return left <= day ? text('link.validFor', { time: remaining(left) }) : text('personalLink.endsOn', { date: dateOf(expiresAt, now) });
}

/**
 * @param {number} moment
 * @param {number} now
 * @returns {import('../../texts/text.js').Words}
 */
const dateOf = (moment, now) => ({ format: 'date', moment, hasYear: Math.abs(moment - now) > 300 * day });

/**
 * @param {PersonalLinkState} own
 * @param {PersonalLink} link
 * @param {number} now
 * @param {Actions} actions
 */
function ended(own, link, now, actions) {
    const isFull = stageOf(link, now) === 'full';
    return h('div', { class: 'link-ended', key: 'ended' },
        message('plain', isFull ? text('personalLink.ended.full', { used: link.usedCount, count: link.maxUses }) : text('personalLink.ended.over', { date: dateOf(link.expiresAt, now) })),
        personalLinkForm(own, actions, {
            label: text('personalLink.extend'), note: text('personalLink.ended.note'),
            other: button({ key: 'off', label: text('personalLink.turnOff'), tone: 'quiet', isDisabled: own.work !== null, onclick: () => askToTurnOff(actions) }),
        }));
}
