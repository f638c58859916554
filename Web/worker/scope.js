/**
 * The scope of a service worker, as far as it is used here: https://www.w3.org/TR/service-workers/#serviceworkerglobalscope-interface.
 * TypeScript's library has it only besides that of pages.
 * @typedef {object} WorkerScope
 * @property {Location} location
 * @property {() => Promise<void>} skipWaiting
 * @property {{ locks: Pick<LockManager, 'query' | 'request'>, languages: readonly string[] }} navigator
 * @property {Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications' | 'pushManager'>} registration
 * @property {WorkerClients} clients
 * @property {CacheStorage} caches
 * @property {typeof fetch} fetch
 * @property {<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void) => void} addEventListener
 */
/** @typedef {{ waitUntil: (work: Promise<unknown>) => void }} LastingEvent */
/** @typedef {LastingEvent & { request: Request, respondWith: (response: Promise<Response> | Response) => void }} FetchEvent */
/** @typedef {{ id: string, visibilityState: DocumentVisibilityState, focus: () => Promise<WindowClient>, postMessage: (message: unknown) => void }} WindowClient */
/**
 * @typedef {object} WorkerClients https://www.w3.org/TR/service-workers/#clients-interface
 * @property {(options: { type: 'window', includeUncontrolled: boolean }) => Promise<readonly WindowClient[]>} matchAll
 * @property {(url: string) => Promise<WindowClient | null>} openWindow
 */
/** @typedef {LastingEvent & { data: { text: () => string } | null }} PushEvent https://www.w3.org/TR/push-api/#pushevent-interface */
/** @typedef {LastingEvent & { notification: Notification, action: string }} NotificationEvent */
/**
 * @typedef {object} WorkerEvents
 * @property {LastingEvent} install
 * @property {LastingEvent} activate
 * @property {FetchEvent} fetch
 * @property {LastingEvent & { data: unknown, source: { id: string } | null }} message
 * @property {PushEvent} push
 * @property {NotificationEvent} notificationclick
 * @property {LastingEvent} pushsubscriptionchange
 */

export {};
