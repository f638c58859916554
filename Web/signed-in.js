/**
 * What nobody needs before they are signed in: the main screen, what makes calls, and what shows them. Most of the page is this, so it
 * is loaded once the first screen is drawn.
 */
export { AccountService } from './account/account-service.js';
export { CallController } from './calls/call-controller.js';
export { browserPlatform } from './calls/platform.js';
export { ContactsService } from './contacts/contacts-service.js';
export { HistoryService } from './history/history-service.js';
export { NotificationCenter } from './notifications/notification-center.js';
export { callView } from './views/calls/call.js';
export { callEndedView } from './views/calls/call-ended.js';
export { incomingView } from './views/calls/incoming.js';
export { waitingView } from './views/calls/waiting.js';
export { addPeople } from './views/contacts/choose.js';
export { beforeCallDialog } from './views/devices/before-call.js';
export { mainView } from './views/page/main.js';
export { permissionDialog } from './views/permissions/permission-dialog.js';
