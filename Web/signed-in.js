/**
 * Everything that isn't needed before sign-in: the main screen, calls, and their views. Most of the page is this, so it is loaded once the
 * first screen is drawn.
 */
export { SignedIn } from './app/signed-in.js';
export { callView } from './features/calls/call.js';
export { callEndedView } from './features/calls/call-ended.js';
export { incomingView } from './features/calls/incoming/incoming.js';
export { waitingView } from './features/calls/incoming/waiting.js';
export { personCard } from './features/cards/person-card.js';
export { addPeople } from './features/contacts/choose.js';
export { beforeCallDialog } from './features/devices/before-call.js';
export { mainView } from './page/main.js';
export { permissionDialog } from './features/permissions/permission-dialog.js';
