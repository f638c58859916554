import { button } from '../components/button.js';
import { dialog } from '../components/dialog.js';
import { h } from '../dom/h.js';
import { text } from '../texts/text.js';
import { reportView } from '../features/report/report-question.js';
import { settingsWording } from '../features/settings/questions.js';

/** @typedef {import('../state/state.js').Question} Question */
/** @typedef {import('../state/actions.js').Actions} Actions */

/** @param {Exclude<Question, import('../state/state.js').ReportQuestion>} question */
function wording(question) {
    switch (question.kind) {
    case 'removeContact':
        return { title: text('questions.remove.title', { name: question.name }), sentence: text('questions.remove.text'), yes: text('questions.remove.yes') };
    case 'removeFromCall':
        return { title: text('questions.removeFromCall.title', { name: question.name }), sentence: text('questions.removeFromCall.text'), yes: text('questions.removeFromCall.yes') };
    case 'letInAnyway':
        return {
            title: text('questions.letInAnyway.title', { name: question.name }),
            sentence: text(question.isLost ? 'questions.letInAnyway.lost' : 'questions.letInAnyway.text', { name: question.name }), yes: text('questions.letInAnyway.yes'),
        };
    case 'notThem':
        return { title: text('questions.notThem.title', { name: question.name }), sentence: text('questions.notThem.text'), yes: text('questions.notThem.yes', { name: question.name }) };
    case 'blockPerson':
        return { title: text('questions.block.title', { name: question.name }), sentence: text('questions.block.text'), yes: text('questions.block.yes') };
    case 'forget':
        return { title: text('questions.forget.title'), sentence: text('questions.forget.text'), yes: text('questions.forget.yes') };
    case 'deleteCalls':
        return { title: text('questions.deleteCall.title'), sentence: text('questions.deleteCall.text'), yes: text('questions.deleteCall.yes') };
    case 'deleteAllCalls':
        return { title: text('questions.deleteCalls.title'), sentence: text('questions.deleteCalls.text'), yes: text('questions.deleteCalls.yes') };
    case 'revokeLink':
        return { title: text('questions.withdraw.title'), sentence: text('questions.withdraw.text'), yes: text('questions.withdraw.yes') };
    case 'withdrawCallLink':
        return { title: text('questions.withdrawCallLink.title'), sentence: text('questions.withdrawCallLink.text'), yes: text('questions.withdraw.yes') };
    case 'takeBack':
        return { title: text('questions.takeBack.title'), sentence: text('questions.takeBack.text'), yes: text('questions.takeBack.yes') };
    case 'renewPersonalLink':
        return { title: text('questions.renewPersonalLink.title'), sentence: text('questions.renewPersonalLink.text'), yes: text('questions.renewPersonalLink.yes') };
    case 'removePersonalLink':
        return { title: text('questions.removePersonalLink.title'), sentence: text('questions.removePersonalLink.text'), yes: text('questions.removePersonalLink.yes') };
    default: return settingsWording(question);
    }
}

/**
 * Asks before something that cannot be undone.
 * @param {Question} question
 * @param {Actions} actions
 */
export function questionView(question, actions) {
    if (question.kind === 'reportPerson') return reportView(question, actions);
    const { title, sentence, yes } = wording(question);
    return dialog({ key: `question-${question.kind}`, labelledBy: 'question-title', describedBy: 'question-text', onDismiss: question.isBusy ? null : actions.dismissQuestion, role: 'alertdialog' },
        h('h2', { class: 'dialog-title', id: 'question-title', tabindex: '-1' }, title),
        h('p', { id: 'question-text' }, sentence),
        question.kind === 'signOutDevice' && question.canBeLost && lostChoice(question, actions),
        h('div', { class: 'dialog-actions' },
            button({ key: 'no', label: text('common.cancel'), isFirst: true, isDisabled: question.isBusy, onclick: actions.dismissQuestion }),
            button({ key: 'yes', label: yes, tone: 'danger', isBusy: question.isBusy, onclick: actions.confirm })));
}

/**
 * A device that is in other hands must not just be signed out.
 * @param {Extract<Question, { kind: 'signOutDevice' }>} question
 * @param {Actions} actions
 */
const lostChoice = ({ isLost, isBusy }, actions) => h('label', { class: 'check', key: 'lost' },
    h('input', { type: 'checkbox', checked: isLost, disabled: isBusy, onchange: (/** @type {Event} */ event) => actions.setLost(/** @type {HTMLInputElement} */ (event.target).checked) }),
    h('span', null, text('devices.lost.choice')));
