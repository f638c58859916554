#include "notifications.h"
#include <gio/gio.h>
#include <string.h>

#define NAME "org.freedesktop.Notifications"
#define PATH "/org/freedesktop/Notifications"

struct ECallNotifications {
    GMainContext *context;
    GDBusConnection *connection;
    guint signals, owners;
    gulong closings;
    int limit;
    ECallNotificationHandler handler;
    void *user;
};

/// An answer that is waited for, though not for ever.
typedef struct {
    GAsyncResult *result;
    gboolean is_abandoned;
    /// Takes an answer for which no one waits any more.
    void (*late)(GAsyncResult *result);
} Waiting;

static void arrived(GObject *source, GAsyncResult *result, gpointer data) {
    Waiting *waiting = data;
    (void)source;
    if (!waiting->is_abandoned) {
        waiting->result = g_object_ref(result);
        return;
    }
    if (waiting->late != NULL)
        waiting->late(result);
    g_free(waiting);
}

static gboolean time_is_up(gpointer data) {
    *(gboolean *)data = TRUE;
    return G_SOURCE_CONTINUE;
}

/// The answer; NULL where it has not come within the limit. What is asked for may not heed `cancellable`: GIO waits for a
/// bus' first answer without it.
static GAsyncResult *answer(ECallNotifications *self, Waiting *waiting, GCancellable *cancellable) {
    gboolean is_over = FALSE;
    GSource *limit = g_timeout_source_new((guint)self->limit);
    g_source_set_callback(limit, time_is_up, &is_over, NULL);
    g_source_attach(limit, self->context);
    while (waiting->result == NULL && !is_over)
        g_main_context_iteration(self->context, TRUE);
    g_source_destroy(limit);
    g_source_unref(limit);
    GAsyncResult *result = waiting->result;
    if (result != NULL) {
        g_free(waiting);
    } else {
        waiting->is_abandoned = TRUE;
        g_cancellable_cancel(cancellable);
    }
    return result;
}

static void signalled(GDBusConnection *connection, const gchar *sender, const gchar *path, const gchar *interface,
                      const gchar *member, GVariant *parameters, gpointer data) {
    ECallNotifications *self = data;
    guint32 number = 0;
    const gchar *key = NULL;
    (void)connection, (void)sender, (void)path, (void)interface;
    if (strcmp(member, "ActionInvoked") == 0 && g_variant_is_of_type(parameters, G_VARIANT_TYPE("(us)"))) {
        g_variant_get(parameters, "(u&s)", &number, &key);
        self->handler(self->user, ECALL_NOTIFICATION_ACTION, number, key);
    } else if (strcmp(member, "NotificationClosed") == 0 && g_variant_is_of_type(parameters, G_VARIANT_TYPE("(uu)"))) {
        g_variant_get(parameters, "(uu)", &number, NULL);
        self->handler(self->user, ECALL_NOTIFICATION_CLOSED, number, NULL);
    }
}

/// Another server counts from the beginning: a number of the one before would be somebody else's notification.
static void owner_changed(GDBusConnection *connection, const gchar *sender, const gchar *path, const gchar *interface,
                          const gchar *member, GVariant *parameters, gpointer data) {
    ECallNotifications *self = data;
    const gchar *before = NULL;
    (void)connection, (void)sender, (void)path, (void)interface, (void)member;
    if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(sss)")))
        return;
    g_variant_get(parameters, "(&s&s&s)", NULL, &before, NULL);
    if (*before != '\0')
        self->handler(self->user, ECALL_NOTIFICATIONS_GONE, 0, NULL);
}

static void closed(GDBusConnection *connection, gboolean is_remote, GError *error, gpointer data) {
    ECallNotifications *self = data;
    (void)connection, (void)is_remote, (void)error;
    self->handler(self->user, ECALL_NOTIFICATIONS_GONE, 0, NULL);
}

static void disconnect(ECallNotifications *self) {
    if (self->connection == NULL)
        return;
    g_signal_handler_disconnect(self->connection, self->closings);
    g_dbus_connection_signal_unsubscribe(self->connection, self->signals);
    g_dbus_connection_signal_unsubscribe(self->connection, self->owners);
    g_clear_object(&self->connection);
}

static void drop(GAsyncResult *result) {
    GDBusConnection *connection = g_dbus_connection_new_for_address_finish(result, NULL);
    g_clear_object(&connection);
}

ECallNotifications *ecall_notifications_new(int limit, ECallNotificationHandler handler, void *context) {
    ECallNotifications *self = g_new0(ECallNotifications, 1);
    self->context = g_main_context_new();
    self->limit = limit;
    self->handler = handler;
    self->user = context;
    g_main_context_push_thread_default(self->context);
    return self;
}

void ecall_notifications_free(ECallNotifications *self) {
    if (ecall_notifications_is_connected(self)) {
        Waiting *waiting = g_new0(Waiting, 1);
        GCancellable *cancellable = g_cancellable_new();
        g_dbus_connection_flush(self->connection, cancellable, arrived, waiting);
        GAsyncResult *result = answer(self, waiting, cancellable);
        g_clear_object(&result);
        g_object_unref(cancellable);
    }
    disconnect(self);
    g_main_context_pop_thread_default(self->context);
    g_main_context_unref(self->context);
    g_free(self);
}

bool ecall_notifications_connect(ECallNotifications *self, const char *address) {
    disconnect(self);
    Waiting *waiting = g_new0(Waiting, 1);
    waiting->late = drop;
    GCancellable *cancellable = g_cancellable_new();
    g_dbus_connection_new_for_address(
        address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL,
        cancellable, arrived, waiting);
    GAsyncResult *result = answer(self, waiting, cancellable);
    g_object_unref(cancellable);
    if (result == NULL)
        return false;
    self->connection = g_dbus_connection_new_for_address_finish(result, NULL);
    g_object_unref(result);
    if (self->connection == NULL)
        return false;
    self->closings = g_signal_connect(self->connection, "closed", G_CALLBACK(closed), self);
    self->signals = g_dbus_connection_signal_subscribe(
        self->connection, NAME, NAME, NULL, PATH, NULL, G_DBUS_SIGNAL_FLAGS_NONE, signalled, self, NULL);
    self->owners = g_dbus_connection_signal_subscribe(
        self->connection, "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", "/org/freedesktop/DBus",
        NAME, G_DBUS_SIGNAL_FLAGS_NONE, owner_changed, self, NULL);
    return true;
}

bool ecall_notifications_is_connected(ECallNotifications *self) {
    return self->connection != NULL && !g_dbus_connection_is_closed(self->connection);
}

/// Takes a floating `parameters`.
static GVariant *call(ECallNotifications *self, const char *method, GVariant *parameters, const char *type) {
    return g_dbus_connection_call_sync(self->connection, NAME, PATH, NAME, method, parameters, G_VARIANT_TYPE(type),
                                       G_DBUS_CALL_FLAGS_NONE, self->limit, NULL, NULL);
}

int ecall_notifications_capabilities(ECallNotifications *self) {
    if (!ecall_notifications_is_connected(self))
        return -1;
    GVariant *reply = call(self, "GetCapabilities", NULL, "(as)");
    if (reply == NULL)
        return -1;
    int capabilities = 0;
    const gchar *name;
    GVariantIter *names;
    g_variant_get(reply, "(as)", &names);
    while (g_variant_iter_next(names, "&s", &name)) {
        if (strcmp(name, "actions") == 0)
            capabilities |= ECALL_NOTIFICATIONS_ACTIONS;
        else if (strcmp(name, "body") == 0)
            capabilities |= ECALL_NOTIFICATIONS_BODY;
        else if (strcmp(name, "body-markup") == 0)
            capabilities |= ECALL_NOTIFICATIONS_MARKUP;
    }
    g_variant_iter_free(names);
    g_variant_unref(reply);
    return capabilities;
}

static void add_hint(GVariantBuilder *hints, const char *name, const char *value) {
    if (value != NULL)
        g_variant_builder_add(hints, "{sv}", name, g_variant_new_string(value));
}

uint32_t ecall_notifications_show(ECallNotifications *self, uint32_t replaced, const ECallNotification *shown) {
    if (!ecall_notifications_is_connected(self) || !g_utf8_validate(shown->summary, -1, NULL) ||
        !g_utf8_validate(shown->body, -1, NULL))
        return 0;
    GVariantBuilder actions, hints;
    g_variant_builder_init(&actions, G_VARIANT_TYPE("as"));
    for (const char *const *text = shown->actions; text != NULL && *text != NULL; text++)
        g_variant_builder_add(&actions, "s", *text);
    g_variant_builder_init(&hints, G_VARIANT_TYPE("a{sv}"));
    g_variant_builder_add(&hints, "{sv}", "urgency", g_variant_new_byte(shown->urgency));
    add_hint(&hints, "category", shown->category);
    add_hint(&hints, "sound-name", shown->sound);
    GVariant *reply = call(
        self, "Notify",
        g_variant_new("(susssasa{sv}i)", "ecall", replaced, shown->icon != NULL ? shown->icon : "", shown->summary,
                      shown->body, &actions, &hints, shown->expiry),
        "(u)");
    if (reply == NULL)
        return 0;
    guint32 number = 0;
    g_variant_get(reply, "(u)", &number);
    g_variant_unref(reply);
    return number;
}

void ecall_notifications_close(ECallNotifications *self, uint32_t number) {
    if (ecall_notifications_is_connected(self))
        g_dbus_connection_call(self->connection, NAME, PATH, NAME, "CloseNotification", g_variant_new("(u)", number),
                               NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, self->limit, NULL, NULL, NULL);
}

void ecall_notifications_hear(ECallNotifications *self) {
    while (g_main_context_iteration(self->context, FALSE)) {
    }
}

void ecall_notifications_wait(ECallNotifications *self) { g_main_context_iteration(self->context, TRUE); }

void ecall_notifications_wake(ECallNotifications *self) { g_main_context_wakeup(self->context); }
