/**
 * A camera that is on.
 * @typedef {object} Camera
 * @property {string} id
 * @property {MediaStream} stream
 * @property {boolean} isMirrored it faces the person, who expects a mirror
 * @property {() => Promise<ImageBitmap | null>} takePicture null until there is one
 * @property {(listener: () => void) => void} onLost
 * @property {() => void} close
 */

/** The resolution for reading codes; more only takes longer. */
const size = { width: { ideal: 1280 }, height: { ideal: 720 } };

/**
 * Opens a camera: the given one, else one that faces away from the person.
 * @param {string | null} id
 * @returns {Promise<Camera>}
 */
export async function openCamera(id) {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { ...size, ...(id === null ? { facingMode: 'environment' } : { deviceId: { exact: id } }) } });
    const [track] = stream.getVideoTracks();
    const { deviceId = '', facingMode } = track.getSettings();
    // The visible element may be removed with its screen, so pictures are taken from another one.
    const video = document.createElement('video');
    [video.srcObject, video.muted, video.playsInline] = [stream, true, true];
    void video.play().catch(() => {});
    return {
        id: deviceId, stream, isMirrored: facingMode === 'user',
        takePicture: async () => (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? createImageBitmap(video) : null),
        onLost: (listener) => track.addEventListener('ended', listener),
        close: () => {
            track.stop();
            video.srcObject = null;
        },
    };
}

/** The present cameras, by ID; their number is known once one was permitted. */
export async function camerasOf() {
    const all = await navigator.mediaDevices.enumerateDevices();
    return all.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '').map(({ deviceId }) => deviceId);
}
