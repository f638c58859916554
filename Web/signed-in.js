/**
 * What nobody needs before they are signed in: the main screen, what makes calls, and what shows them. Most of the page is this, so it
 * is loaded once the first screen is drawn.
 */
export { AccountService } from './features/account/account-service.js';
export { CallController } from './calls/call-controller.js';
export { browserPlatform } from './calls/platform.js';
export { ContactsService } from './features/contacts/contacts-service.js';
export { HistoryService } from './features/history/history-service.js';
export { NotificationCenter } from './features/notifications/notification-center.js';
export { callView } from './views/calls/call.js';
export { callEndedView } from './views/calls/call-ended.js';
export { incomingView } from './views/calls/incoming.js';
export { waitingView } from './views/calls/waiting.js';
export { addPeople } from './features/contacts/choose.js';
export { beforeCallDialog } from './features/devices/before-call.js';
export { mainView } from './page/main.js';
export { permissionDialog } from './features/permissions/permission-dialog.js';
