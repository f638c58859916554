// Notifications of a desktop over D-Bus, by GIO (Desktop Notifications Specification 1.2); without the types of its library.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct ECallNotifications ECallNotifications;

/// The capabilities of the notification server.
enum {
    ECALL_NOTIFICATIONS_ACTIONS = 1,
    ECALL_NOTIFICATIONS_BODY = 2,
    ECALL_NOTIFICATIONS_MARKUP = 4,
};

typedef enum {
    /// A button was pressed: the notification, and the button's key.
    ECALL_NOTIFICATION_ACTION,
    ECALL_NOTIFICATION_CLOSED,
    /// The notification server has gone, or the bus, and all notifications with it.
    ECALL_NOTIFICATIONS_GONE,
} ECallNotificationNews;

/// Called by `ecall_notifications_wait` and the others that wait, on their thread.
typedef void (*ECallNotificationHandler)(void *context, ECallNotificationNews news, uint32_t number, const char *key);

typedef struct {
    const char *summary, *body, *icon, *category, *sound;
    /// Keys of buttons, each followed by what is on it; NULL after the last.
    const char *const *actions;
    /// 0 low, 1 normal, 2 critical.
    uint8_t urgency;
    /// Milliseconds; 0 never, -1 as the server wants.
    int32_t expiry;
} ECallNotification;

/// Of the calling thread: all but `ecall_notifications_wake` belong to it. No call waits longer than `limit` milliseconds.
ECallNotifications *ecall_notifications_new(int limit, ECallNotificationHandler handler, void *context);
/// Returns once everything that was sent is on its way.
void ecall_notifications_free(ECallNotifications *notifications);

/// Connects with the bus at an address (D-Bus Specification, "Server Addresses"), in place of a connection before.
bool ecall_notifications_connect(ECallNotifications *notifications, const char *address);
bool ecall_notifications_is_connected(ECallNotifications *notifications);
/// The server's capabilities; negative where none answers.
int ecall_notifications_capabilities(ECallNotifications *notifications);
/// Shows a notification in place of another one; 0 in place of none. Returns its number; 0 where it is not shown.
uint32_t ecall_notifications_show(
    ECallNotifications *notifications, uint32_t replaced, const ECallNotification *notification);
/// Does not wait for the server.
void ecall_notifications_close(ECallNotifications *notifications, uint32_t number);

/// Handles what has arrived, without waiting.
void ecall_notifications_hear(ECallNotifications *notifications);
/// Waits until something has arrived, or another thread wakes it.
void ecall_notifications_wait(ECallNotifications *notifications);
/// From any thread, until it is freed. What comes before the wait ends that wait.
void ecall_notifications_wake(ECallNotifications *notifications);
