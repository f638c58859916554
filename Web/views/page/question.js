import { button } from '../../components/button.js';
import { dialog } from '../../components/dialog.js';
import { h } from '../../dom/h.js';

/** @typedef {import('../../state/state.js').Question} Question */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/** @param {Question} question */
function wording(question) {
    switch (question.kind) {
    case 'removeContact':
        return { title: `Remove ${question.name}?`, text: 'You disappear from each other’s contacts and can no longer call each other.', yes: 'Remove' };
    case 'blockPerson':
        return { title: `Block ${question.name}?`, text: 'Their calls and requests no longer come through. They are not told.', yes: 'Block' };
    case 'signOut':
        return { title: 'Sign out?', text: 'The keys of this device are erased. Calls no longer ring here.', yes: 'Sign out' };
    case 'forget':
        return { title: 'Remove what is kept?', text: 'The keys of this device are erased, and what it knows of the keys of others.', yes: 'Remove' };
    case 'revokeLink':
        return { title: 'Withdraw this link?', text: 'Who has it can no longer use it. Requests that were already sent stay.', yes: 'Withdraw' };
    }
}

/**
 * Asks before something that cannot be undone.
 * @param {Question} question
 * @param {Actions} actions
 */
export function questionView(question, actions) {
    const { title, text, yes } = wording(question);
    return dialog({ key: `question-${question.kind}`, labelledBy: 'question-title', describedBy: 'question-text', onDismiss: question.isBusy ? null : actions.dismissQuestion, role: 'alertdialog' },
        h('h2', { class: 'dialog-title', id: 'question-title', tabindex: '-1' }, title),
        h('p', { id: 'question-text' }, text),
        h('div', { class: 'dialog-actions' },
            button({ key: 'no', label: 'Cancel', isFirst: true, isDisabled: question.isBusy, onclick: actions.dismissQuestion }),
            button({ key: 'yes', label: yes, tone: 'danger', isBusy: question.isBusy, onclick: actions.confirm })));
}
