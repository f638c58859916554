// The service worker of the page. Its work is done by modules, each of which takes the scope.
import { chosenTexts } from './chosen-language.js';
import { KeptPage } from './kept-page.js';
import { answerClicks } from './notification-clicks.js';
import { keepPage } from './page-keeper.js';
import { showPushes } from './pushes.js';
import { release } from './release.js';
import { renewSubscription } from './subscription-change.js';
import { WorkerDevice } from './worker-device.js';

const scope = /** @type {import('./scope.js').WorkerScope} */ (/** @type {unknown} */ (globalThis));
const page = new KeptPage(release, scope.caches, (request) => scope.fetch(request));
const device = new WorkerDevice(scope);
keepPage(scope, release, page, () => chosenTexts(scope, device));
showPushes(scope, device, (path) => page.file(path));
answerClicks(scope, device);
renewSubscription(scope, device);
