// The service worker of the page: what it does is in modules, each of which takes the scope.
import { keepPage } from './page-keeper.js';
import { release } from './release.js';

keepPage(/** @type {import('./scope.js').WorkerScope} */ (/** @type {unknown} */ (globalThis)), release);
