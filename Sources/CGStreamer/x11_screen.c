#include "shim.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/// Larger lists are cut: nobody opens as many windows.
enum { most_windows = 256, most_children = 4096 };

static gboolean is_seen(Display *display, Window window, XWindowAttributes *attributes) {
    return XGetWindowAttributes(display, window, attributes) != 0 && attributes->map_state == IsViewable &&
           attributes->class == InputOutput;
}

/// A property of text in UTF-8, to be freed by XFree; NULL where there is none.
static unsigned char *property(Display *display, Window window, const char *name, Atom type, long words,
                               unsigned long *count) {
    Atom atom = XInternAtom(display, name, True), found = None;
    int format = 0;
    unsigned long left = 0;
    unsigned char *value = NULL;
    *count = 0;
    if (atom == None)
        return NULL;
    if (XGetWindowProperty(display, window, atom, 0, words, False, type, &found, &format, count, &left, &value) !=
            Success ||
        found != type || *count == 0) {
        if (value != NULL)
            XFree(value);
        *count = 0;
        return NULL;
    }
    return value;
}

static gboolean title_of(Display *display, Window window, char *title, size_t size) {
    unsigned long count = 0;
    Atom utf8 = XInternAtom(display, "UTF8_STRING", False);
    unsigned char *text = property(display, window, "_NET_WM_NAME", utf8, 64, &count);
    if (text == NULL)
        text = property(display, window, "WM_NAME", XA_STRING, 64, &count);
    if (text == NULL)
        return FALSE;
    g_strlcpy(title, (const char *)text, size);
    XFree(text);
    return title[0] != 0;
}

static gint take(Display *display, Window window, ECallWindow *windows, gint found, gint most) {
    XWindowAttributes attributes;
    ECallWindow *next = &windows[found];
    if (found == most || !is_seen(display, window, &attributes) ||
        !title_of(display, window, next->title, sizeof next->title))
        return found;
    next->window = window;
    next->width = attributes.width;
    next->height = attributes.height;
    return found + 1;
}

gint ecall_x11_windows(const char *name, ECallWindow *windows, gint most) {
    Display *display = XOpenDisplay(name);
    gint found = 0;
    unsigned long count = 0;
    if (display == NULL)
        return -1;
    // What the window manager calls the windows of programs (Extended Window Manager Hints); without one, what has a title.
    Window *listed = (Window *)(void *)property(display, DefaultRootWindow(display), "_NET_CLIENT_LIST", XA_WINDOW,
                                                most_children, &count);
    if (listed != NULL) {
        for (unsigned long i = 0; i < count; i++)
            found = take(display, listed[i], windows, found, MIN(most, most_windows));
        XFree(listed);
    } else {
        Window root, parent, *children = NULL;
        unsigned int children_count = 0;
        if (XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &children_count) != 0) {
            for (unsigned int i = 0; i < children_count; i++)
                found = take(display, children[i], windows, found, MIN(most, most_windows));
            if (children != NULL)
                XFree(children);
        }
    }
    XCloseDisplay(display);
    return found;
}

struct ECallX11Watch {
    Display *display;
    Window window;
};

ECallX11Watch *ecall_x11_watch(const char *name, gulong window, gboolean *can_redirect) {
    Display *display = XOpenDisplay(name);
    *can_redirect = TRUE;
    if (display == NULL)
        return NULL;
    if (window != 0) {
        // What lies over a window is else seen in it: its pictures come from a buffer of its own while this watch lives.
        void (*redirect)(Display *, Window, int) = NULL;
        Bool (*query)(Display *, int *, int *) = NULL;
        int event = 0, error = 0;
        void *composite = dlopen("libXcomposite.so.1", RTLD_NOW);
        if (composite != NULL) {
            *(void **)&redirect = dlsym(composite, "XCompositeRedirectWindow");
            *(void **)&query = dlsym(composite, "XCompositeQueryExtension");
        }
        if (redirect == NULL || query == NULL || !query(display, &event, &error)) {
            *can_redirect = FALSE;
            XCloseDisplay(display);
            return NULL;
        }
        redirect(display, window, 0);
        XSync(display, False);
    }
    ECallX11Watch *watch = g_new0(ECallX11Watch, 1);
    watch->display = display;
    watch->window = window != 0 ? window : DefaultRootWindow(display);
    return watch;
}

gboolean ecall_x11_watch_size(ECallX11Watch *watch, gint *width, gint *height) {
    XWindowAttributes attributes;
    if (!is_seen(watch->display, watch->window, &attributes))
        return FALSE;
    *width = attributes.width;
    *height = attributes.height;
    return TRUE;
}

void ecall_x11_watch_free(ECallX11Watch *watch) {
    // Of a server that is lost Xlib has closed nothing, and what is left of it hangs.
    if (ecall_lost_displays() == 0)
        XCloseDisplay(watch->display);
    g_free(watch);
}
