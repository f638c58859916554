/** @typedef {import('../../state/store.js').Store<import('../../state/state.js').State>} PageStore */
/** @typedef {import('./permissions.js').PermissionKind} PermissionKind */
/** @typedef {'microphone' | 'camera'} Device */

/**
 * Microphone, camera and notifications: explains beforehand why the browser will ask, and afterwards how to undo a refusal.
 * @param {PageStore} store
 * @param {import('./permissions.js').PermissionPort} port
 */
export function permissionActions(store, port) {
    /** @type {(() => void) | null} what waits for the dialog */
    let waiting = null;
    /** @type {Set<PermissionKind>} the kinds whose refusal was shown since the page was opened */
    const shown = new Set();
    /** @param {Partial<import('./permission-state.js').PermissionState>} change */
    const set = (change) => store.set(({ permissions }) => ({ permissions: { ...permissions, ...change } }));

    const refresh = async () => {
        const [microphone, camera, notifications] = await Promise.all([port.query('microphone'), port.query('camera'), port.query('notifications')]);
        set({ known: { microphone, camera, notifications }, family: port.family });
    };
    /**
     * @param {'explain' | 'refused'} about
     * @param {Device[]} devices
     * @param {(() => void) | null} go
     */
    const show = (about, devices, go) => {
        waiting = go;
        if (about === 'refused') for (const device of devices) shown.add(device);
        set({ dialog: { about, devices, goesOn: go !== null } });
    };
    /**
     * Runs an action that needs devices. A persistent refusal is shown once, and whenever a device is requested explicitly.
     * @param {Device[]} devices
     * @param {() => void} go
     * @param {{ isNeeded: boolean }} options whether it is for nothing without them
     */
    const before = async (devices, go, { isNeeded }) => {
        if (store.state.permissions.dialog) return;
        await refresh();
        const { known } = store.state.permissions;
        const unknown = devices.filter((device) => known[device] === 'prompt' && !port.wasExplained(device));
        const refused = devices.filter((device) => known[device] === 'denied' && (isNeeded || !shown.has(device)));
        if (unknown.length > 0) show('explain', unknown, go);
        else if (refused.length > 0) show('refused', refused, isNeeded ? null : go);
        else go();
    };
    /** A permission was refused while a call wanted it. */
    const changed = async () => {
        const old = store.state.permissions.known;
        await refresh();
        const { call, permissions: { known, dialog } } = store.state;
        if (!call || call.phase === 'ended' || call.phase === 'incoming' || dialog) return;
        const refused = /** @type {Device[]} */ (['microphone', 'camera']).filter((device) => old[device] !== 'denied' && known[device] === 'denied');
        if (refused.length > 0) show('refused', refused, null);
    };
    return {
        before,
        watchPermissions: () => port.onChange(() => void changed()),
        checkPermissions: () => void refresh(),
        allow: (/** @type {PermissionKind} */ kind) => void (async () => {
            if (store.state.permissions.asking) return;
            set({ asking: kind });
            port.noteExplained(kind);
            // Refused, or there is no such device: the resulting state is shown.
            await port.request(kind).catch(() => {});
            await refresh();
            set({ asking: null });
        })(),
        continueAfterPermission() {
            const { dialog } = store.state.permissions;
            for (const device of dialog?.about === 'explain' ? dialog.devices : []) port.noteExplained(device);
            const go = waiting;
            waiting = null;
            set({ dialog: null });
            go?.();
        },
        dismissPermission() {
            waiting = null;
            set({ dialog: null });
        },
    };
}

/**
 * The actions that begin a call, each after the necessary explanation.
 * @template {Pick<import('../../state/actions.js').Actions, 'call' | 'callPeople' | 'callAgain' | 'answer'>} Calls
 * @param {Calls} calls
 * @param {PageStore} store
 * @param {ReturnType<typeof permissionActions>['before']} before
 * @returns {Pick<Calls, 'call' | 'callPeople' | 'callAgain' | 'answer'>}
 */
export function withPermissions(calls, store, before) {
    /** @type {(video: boolean) => Device[]} */
    const devices = (video) => (video ? ['microphone', 'camera'] : ['microphone']);
    return {
        call: (userId, name, video) => void before(devices(video), () => calls.call(userId, name, video), { isNeeded: false }),
        callPeople: (people, video) => void before(devices(video), () => calls.callPeople(people, video), { isNeeded: false }),
        callAgain: () => void before(devices(store.state.call?.isVideo ?? false), () => calls.callAgain(), { isNeeded: false }),
        answer: (video) => void before(devices(video), () => {
            // It may have stopped ringing meanwhile.
            if (store.state.call?.phase === 'incoming') calls.answer(video);
        }, { isNeeded: false }),
    };
}
