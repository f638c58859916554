import { button } from '../../components/button.js';
import { dialog } from '../../components/dialog.js';
import { field } from '../../components/field.js';
import { longestNote } from './report.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';

/** @type {[import('./report.js').ReportReason, import('../../texts/text.js').PlainKey][]} */
const reasons = [
    ['spam', 'report.reason.spam'], ['harassment', 'report.reason.harassment'], ['impersonation', 'report.reason.impersonation'],
    ['other', 'report.reason.other'],
];

/**
 * Asks for the reason of a report, and states what is sent and what never is.
 * @param {import('../../state/state.js').ReportQuestion} question
 * @param {import('../../state/actions.js').Actions} actions
 */
export function reportView(question, actions) {
    const { reason, note, isBusy } = question;
    const name = question.name || text('common.somebody');
    return dialog({ key: 'question-reportPerson', labelledBy: 'question-title', describedBy: 'question-text', onDismiss: isBusy ? null : actions.dismissQuestion },
        h('h2', { class: 'dialog-title', id: 'question-title', tabindex: '-1' }, text('report.title', { name })),
        h('form', {
            class: 'form',
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                if (reason) actions.confirm();
            },
        },
        h('fieldset', { class: 'choices', disabled: isBusy },
            h('legend', { class: 'group-title' }, text('report.reason')),
            h('div', { class: 'reasons' }, reasons.map(([one, label]) => h('label', { class: 'check', key: one },
                h('input', { type: 'radio', name: 'reason', value: one, checked: reason === one, onchange: () => actions.ask({ ...question, reason: one }) }),
                h('span', null, text(label)))))),
        field({
            id: 'report-note', label: text('report.note'), value: note, rows: 3, hint: text('report.note.hint'),
            onType: (typed) => actions.ask({ ...question, note: typed }),
            input: { maxlength: longestNote, autocomplete: 'off', disabled: isBusy },
        }),
        h('div', { id: 'question-text' },
            h('p', null, text('report.what', { name })),
            h('p', { class: 'muted' }, text('report.never'))),
        h('div', { class: 'dialog-actions' },
            button({ key: 'no', label: text('common.cancel'), isDisabled: isBusy, onclick: actions.dismissQuestion }),
            button({ key: 'yes', label: text('report.send'), tone: 'danger', isBusy, isDisabled: reason === null }))));
}
