"""The part of a browser's push service, which is missing here: delivers the server's messages to the service worker, as DevTools do."""
import json

from .push_service import SubscribedBrowser
from .process import until

#: The browser's own push service is replaced: its state is kept where pages of the same profile find it.
SUBSCRIBED = """(() => {
    const told = %s;
    const found = () => {
        const key = localStorage.getItem('bench-subscribed');
        return key === null ? null : { options: { applicationServerKey: Uint8Array.from(JSON.parse(key)).buffer }, toJSON: () => told, unsubscribe: async () => { localStorage.removeItem('bench-subscribed'); return true; } };
    };
    PushManager.prototype.getSubscription = async () => found();
    PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
        if (!userVisibleOnly) throw new Error('each push has to show something');
        localStorage.setItem('bench-made', Number(localStorage.getItem('bench-made')) + 1);
        localStorage.setItem('bench-subscribed', JSON.stringify([...new Uint8Array(applicationServerKey)]));
        return found();
    };
})()"""

NOTIFICATIONS = """self.registration.getNotifications().then((all) => all.map(({ tag, title, body, silent, data, actions, requireInteraction }) =>
    ({ tag, title, body, silent, kind: data?.kind, actions: actions.map(({ action }) => action), requireInteraction })))"""

#: Whether the worker has handled a push, whose outcome it then stores.
HAS_HANDLED = """new Promise((resolve) => { const opened = indexedDB.open('ecall', 1); opened.onsuccess = () => {
    const asked = opened.result.transaction('values').objectStore('values').count('toldCalls');
    asked.onsuccess = () => { opened.result.close(); resolve(asked.result === 1); }; }; })"""

#: A click as the browser reports it to the worker. Only real clicks may open windows: what this one opens is recorded.
CLICK = """async ([tag, action]) => {
    const [notification] = await self.registration.getNotifications({ tag });
    const event = new NotificationEvent('notificationclick', { notification, action });
    let opened = null;
    let work = Promise.resolve();
    const { openWindow } = self.clients;
    self.clients.openWindow = async (url) => { opened = url; return null; };
    // One that is made by a script has none.
    event.waitUntil = (lasting) => { work = lasting; };
    self.dispatchEvent(event);
    await work;
    self.clients.openWindow = openWindow;
    return opened;
}"""


class Postman:
    """Serves a person whose browser installs the page; must be made before they sign in."""

    def __init__(self, person, service, path):
        self.person, self.service = person, service
        self.browser, self.brought = SubscribedBrowser(service, path), 0
        context = person.page.context
        context.grant_permissions(["camera", "microphone", "clipboard-read", "clipboard-write", "notifications"])
        context.add_init_script(SUBSCRIBED % json.dumps(self.browser.subscription))
        # Stays when the windows of the page are closed.
        self.session = context.new_cdp_session(context.new_page())
        self.registrations = {}
        self.session.on("ServiceWorker.workerRegistrationUpdated", lambda told: self.registrations.update(
            (one["scopeURL"], one["registrationId"]) for one in told["registrations"] if not one["isDeleted"]))
        self.session.send("ServiceWorker.enable")

    @property
    def worker(self):
        return self.person.page.context.service_workers[0]

    def bring(self):
        """Delivers the next message; returns its content."""
        self.brought += 1
        *_, (_, _, body) = self.service.sent_to(self.browser, self.brought)[:self.brought]
        said = self.browser.open(body)
        self.bring_text(json.dumps(said))
        return said

    def bring_first_unseen(self):
        """Delivers the first message, which shows nothing because the page is visible."""
        said = self.bring()
        until(lambda: self.worker.evaluate(HAS_HANDLED), "the push is handled")
        self.sees_none()
        return said

    def bring_text(self, text):
        self.session.send("ServiceWorker.deliverPushMessage", {
            "origin": self.person.stage.origin, "registrationId": self.registrations[f"{self.person.stage.origin}/"], "data": text})

    def sees(self, title, body):
        """Waits for the only expected notification."""
        found = []

        def is_shown():
            found[:] = self.worker.evaluate(NOTIFICATIONS)
            return [(one["title"], one["body"]) for one in found] == [(title, body)]
        try:
            until(is_shown, f"a notification '{title}: {body}'", 10)
        except AssertionError as error:
            raise AssertionError(f"{error}; there are {found}") from None
        return found[0]

    def sees_none(self):
        until(lambda: self.worker.evaluate(NOTIFICATIONS) == [], "no notification")

    def click(self, notification, action=""):
        """Clicks a notification; returns the address of a window that it opens, or None."""
        return self.worker.evaluate(CLICK, [notification["tag"], action])

    def close_page(self):
        self.person.page.page.close()

    def open_page(self, path):
        """Opens a window, as the browser does on request."""
        path, _, fragment = path.partition("#")
        self.person.page.page = self.person.page.open_window()
        self.person.page.goto(f"{self.person.stage.origin}{path}?inspect{'#' + fragment if fragment else ''}")
