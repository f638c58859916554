import { text } from '../../texts/text.js';

/**
 * The questions before irreversible actions in the settings; they name what is lost.
 * @param {import('./settings-state.js').SettingsQuestion} question
 * @returns {{ title: import('../../texts/text.js').Text, sentence: import('../../texts/text.js').Text, yes: import('../../texts/text.js').Text }}
 */
export function settingsWording(question) {
    switch (question.kind) {
    case 'signOut': return { title: text('questions.signOut.title'), sentence: text('account.signOut.lost'), yes: text('questions.signOut.yes') };
    case 'removeMethod':
        return { title: text('methods.question', { address: question.value }), sentence: text('methods.lost'), yes: text('methods.remove') };
    case 'signOutDevice':
        return { title: text('devices.question', { name: question.name }), sentence: text(question.isLost ? 'devices.lost.sentence' : 'devices.lost'), yes: text('devices.signOut') };
    case 'signOutOthers': return { title: text('devices.questionOthers'), sentence: text('devices.lostOthers'), yes: text('devices.signOutOthers') };
    case 'deleteAccount': return { title: text('account.delete.question'), sentence: text('account.delete.lost'), yes: text('account.delete.do') };
    }
}
