// Injected into pages under test, before their own scripts. Reads the code and the tone of ContentCode (Sources/ECallMedia) from the media
// that the page plays, and acts as the camera of a browser that accepts no file as one. Numbers, layout and tones are those of the Swift
// sources.
(() => {
    const columns = 12, rows = 8, magic = new TextEncoder().encode('ECall picture 1');
    const frequency = (sender) => 400 + 100 * (sender % 48);

    function checksum(bytes) {
        let remainder = 0xFFFFFFFF;
        for (const byte of bytes) {
            remainder ^= byte;
            for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xEDB88320 : remainder >>> 1;
        }
        return ~remainder >>> 0;
    }

    function cellSize(width, height) {
        const limit = Math.min(Math.floor(width * 3 / (4 * columns)), Math.floor(height * 3 / (4 * rows)));
        return limit < 2 ? 0 : 2 ** Math.floor(Math.log2(limit));
    }

    function code(sender) {
        const bytes = new Uint8Array(12), view = new DataView(bytes.buffer);
        view.setUint16(0, sender);
        const microseconds = Math.round((performance.timeOrigin + performance.now()) * 1000) % 2 ** 48;
        view.setUint16(2, Math.floor(microseconds / 2 ** 32));
        view.setUint32(4, microseconds % 2 ** 32);
        view.setUint32(8, checksum([...magic, ...bytes.subarray(0, 8)]));
        return bytes;
    }

    /** A video track that shows the code of a sender. */
    function camera(sender) {
        const [width, height] = [320, 240];
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const context = canvas.getContext('2d');
        let frame = 0;
        const draw = () => {
            context.fillStyle = '#788090';
            context.fillRect(0, 0, width, height);
            context.fillStyle = '#fff';
            context.fillRect((frame++ * 4) % width, 200, 24, 40);
            const cell = cellSize(width, height), bytes = code(sender);
            for (let index = 0; index < columns * rows; index++) {
                context.fillStyle = bytes[index >> 3] >> (7 - index % 8) & 1 ? '#fff' : '#000';
                context.fillRect((index % columns) * cell, Math.floor(index / columns) * cell, cell, cell);
            }
        };
        draw();
        const timer = setInterval(draw, 50);
        const [track] = canvas.captureStream(20).getVideoTracks();
        const stop = track.stop.bind(track);
        track.stop = () => { clearInterval(timer); stop(); };
        return track;
    }

    /** The code in squares of this size in the upper left corner, as [sender, microseconds], or null. */
    function decode({ data, width }, cell) {
        const bytes = new Uint8Array(12);
        for (let index = 0; index < columns * rows; index++) {
            const left = Math.round((index % columns + 0.25) * cell), top = Math.round((Math.floor(index / columns) + 0.25) * cell);
            let sum = 0, count = 0;
            for (let y = top; y < top + (cell >> 1); y++) {
                for (let x = left; x < left + (cell >> 1); x++, count++) sum += data[(y * width + x) * 4 + 1];
            }
            const mean = sum / count;
            if (!(mean <= 90 || mean >= 165)) return null;
            if (mean >= 165) bytes[index >> 3] |= 1 << (7 - index % 8);
        }
        const view = new DataView(bytes.buffer);
        if (checksum([...magic, ...bytes.subarray(0, 8)]) !== view.getUint32(8)) return null;
        return [view.getUint16(0), view.getUint16(2) * 2 ** 32 + view.getUint32(4)];
    }

    /** Reads a picture that may have been scaled on its way. */
    function read(element) {
        const { videoWidth: width, videoHeight: height } = element;
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(element, 0, 0);
        const image = context.getImageData(0, 0, width, height);
        // The size in which it is made, or to which the cameras' files scale it (media_files.py).
        for (const cell of new Set([cellSize(width, height), width / 20, width / 30])) {
            const found = cell >= 2 ? decode(image, cell) : null;
            if (found) return found;
        }
        return null;
    }

    /** All media of others that the page plays; the person's own picture is muted. */
    const playing = () => [...document.querySelectorAll('video, audio')].filter(({ srcObject, muted }) => srcObject && !muted);

    /**
     * Returns what is seen and heard during an interval: pictures by sender (only those that differ from the previous one), tenths of a
     * second of audio by sender, and what could not be read.
     */
    async function listen(milliseconds) {
        const found = { pictures: {}, unreadable: 0, tones: {}, silent: 0, loud: 0 };
        const context = new AudioContext({ sampleRate: 48000 });
        const analysers = new Map();
        // An element that starts to play meanwhile is heard too.
        const attend = ({ srcObject }) => {
            const [track] = srcObject.getAudioTracks();
            if (!track || analysers.has(track)) return;
            const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
            context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
            analysers.set(track, analyser);
        };
        const last = new Map(), spectrum = new Float32Array(4096), end = performance.now() + milliseconds;
        while (performance.now() < end) {
            await new Promise((resolve) => setTimeout(resolve, 100));
            for (const element of playing()) {
                attend(element);
                if (!(element instanceof HTMLVideoElement) || !element.videoWidth || element.readyState < 2) continue;
                const picture = read(element);
                if (picture === null) found.unreadable++;
                else if (last.get(element) !== picture[1]) {
                    last.set(element, picture[1]);
                    found.pictures[picture[0]] = (found.pictures[picture[0]] ?? 0) + 1;
                }
            }
            for (const analyser of analysers.values()) {
                analyser.getFloatFrequencyData(spectrum);
                let peak = 1;
                for (let bin = 1; bin < spectrum.length; bin++) if (spectrum[bin] > spectrum[peak]) peak = bin;
                const hertz = peak * 48000 / 8192, sender = Math.round((hertz - 400) / 100);
                if (spectrum[peak] < -60) found.silent++;
                else if (sender >= 0 && Math.abs(hertz - frequency(sender)) < 10) found.tones[sender] = (found.tones[sender] ?? 0) + 1;
                else found.loud++;
            }
        }
        await context.close();
        return found;
    }

    const selectors = {
        button: 'button, [role=button]', link: 'a[href], [role=link]', textbox: 'input:not([type=hidden]), textarea', radio: 'input[type=radio]',
        heading: 'h1, h2, h3', group: '[role=group]', alertdialog: '[role=alertdialog]', dialog: 'dialog, [role=dialog]', alert: '[role=alert]',
    };
    const text = (element) => element.textContent.replace(/\s+/g, ' ').trim();
    const named = (ids) => (ids ?? '').split(' ').map((id) => document.getElementById(id)).filter(Boolean).map(text).join(' ');
    const nameOf = (element) => element.getAttribute('aria-label') || named(element.getAttribute('aria-labelledby'))
        || (element.labels?.length ? text(element.labels[0]) : text(element));

    /** The visible elements of a role whose name matches, for drivers that have no such search of their own. */
    const find = (role, pattern) => [...document.querySelectorAll(selectors[role])].filter((element) => element.checkVisibility()
        && !element.closest('[inert]') && new RegExp(pattern.replace(/^\(\?i\)/, ''), pattern.startsWith('(?i)') ? 'i' : '').test(nameOf(element)));

    /**
     * A person's choice in the sharing prompt: a page of text with the code of `sender`, in 1080p, with a tone if `hasSound`. A browser
     * without a window system captures nothing readable. `fails`: the name of the error. `shared`: what was captured.
     */
    const screen = { sender: 1000, hasSound: false, fails: null, shared: [], original: null };
    function page() {
        const [width, height, rate] = [1920, 1080, 10];
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const context = canvas.getContext('2d');
        context.fillStyle = '#788090';
        context.fillRect(0, 0, width, height);
        context.fillStyle = '#000';
        context.font = '24px sans-serif';
        for (let line = 1; line < 30; line++) context.fillText(`${line}. The quick brown fox jumps over the lazy dog.`, 900, line * 36);
        const draw = () => {
            const cell = cellSize(width, height), bytes = code(screen.sender);
            for (let index = 0; index < columns * rows; index++) {
                context.fillStyle = bytes[index >> 3] >> (7 - index % 8) & 1 ? '#fff' : '#000';
                context.fillRect((index % columns) * cell, Math.floor(index / columns) * cell, cell, cell);
            }
        };
        draw();
        const timer = setInterval(draw, 1000 / rate);
        const [track] = canvas.captureStream(rate).getVideoTracks();
        const stop = track.stop.bind(track);
        track.stop = () => { clearInterval(timer); stop(); };
        return track;
    }

    const { benchSender: sender } = globalThis;
    const devices = navigator.mediaDevices;
    if (devices) {
        screen.original = devices.getDisplayMedia?.bind(devices) ?? null;
        devices.getDisplayMedia = async () => {
            if (screen.fails) throw new DOMException('the test says no', screen.fails);
            const tracks = [page(), ...(screen.hasSound ? [microphone(screen.sender)] : [])];
            screen.shared.push(...tracks);
            return new MediaStream(tracks);
        };
    }
    const original = devices?.getUserMedia.bind(devices);
    /** Constraints that replace the page's own. The tone isn't speech: noise suppression would take it out. */
    const plainSound = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    if (devices && sender !== undefined) {
        // The browser's own microphone has the right tone; its camera accepts no pictures from outside.
        devices.getUserMedia = async ({ audio, video }) => new MediaStream([
            ...audio ? (await original({ audio: true })).getAudioTracks() : [], ...video ? [camera(sender)] : []]);
    } else if (devices) {
        devices.getUserMedia = (constraints) => original(
            constraints?.audio ? { ...constraints, audio: { ...constraints.audio === true ? {} : constraints.audio, ...plainSound } } : constraints);
    }
    /** Devices that a test has plugged in besides the browser's: each shows the code of its sender, or plays its tone. */
    const plugged = [];
    /** A microphone with a sender's tone. */
    function microphone(sender) {
        const context = new AudioContext({ sampleRate: 48000 });
        const oscillator = new OscillatorNode(context, { frequency: frequency(sender) });
        const destination = context.createMediaStreamDestination();
        oscillator.connect(new GainNode(context, { gain: 0.4 })).connect(destination);
        oscillator.start();
        return destination.stream.getAudioTracks()[0];
    }
    const first = (wish) => (typeof wish === 'object' && wish !== null ? wish.exact ?? wish.ideal : wish);
    /** The requested plugged-in device, if one was requested. */
    function askedFor(kind, wanted) {
        const [id, facing] = [first(wanted?.deviceId), first(wanted?.facingMode)];
        return plugged.find((one) => one.kind === kind && (id ? one.deviceId === id : facing !== undefined && one.facing === facing));
    }
    function opened({ deviceId, label, kind, sender: shown, facing }) {
        const track = kind === 'videoinput' ? camera(shown) : microphone(shown);
        Object.defineProperty(track, 'label', { value: label });
        track.getSettings = () => ({ deviceId, width: 320, height: 240, ...(facing ? { facingMode: facing } : {}) });
        track.benchDevice = deviceId;
        return track;
    }
    if (devices) {
        const [capture, list] = [devices.getUserMedia, devices.enumerateDevices.bind(devices)];
        devices.enumerateDevices = async () => [...await list(), ...plugged.map(({ deviceId, kind, label }) => ({ deviceId, kind, label, groupId: '' }))];
        devices.getUserMedia = async ({ audio, video }) => {
            const [sound, picture] = [askedFor('audioinput', audio), askedFor('videoinput', video)];
            const must = video?.facingMode?.exact ?? video?.deviceId?.exact ?? audio?.deviceId?.exact;
            const known = await devices.enumerateDevices();
            if (must && !sound && !picture && !known.some(({ deviceId }) => deviceId === must)) throw new DOMException('the test has none', 'OverconstrainedError');
            const rest = { ...(audio && !sound ? { audio } : {}), ...(video && !picture ? { video } : {}) };
            const tracks = [sound, picture].filter(Boolean).map(opened);
            return new MediaStream([...tracks, ...Object.keys(rest).length > 0 ? (await capture(rest)).getTracks() : []]);
        };
    }
    const changed = () => devices.dispatchEvent(new Event('devicechange'));
    /** Plugs in a device: { deviceId, kind, label, sender }, `facing` of a camera of a phone. */
    function plug(device) {
        plugged.push(device);
        changed();
    }
    function pull(deviceId) {
        plugged.splice(plugged.findIndex((one) => one.deviceId === deviceId), 1);
        for (const track of captured.filter(({ benchDevice, readyState }) => benchDevice === deviceId && readyState === 'live')) {
            track.stop();
            track.dispatchEvent(new Event('ended'));
        }
        changed();
    }
    /** The kinds that are on now, as a camera's light would show. */
    const lit = () => captured.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind).sort();

    /** Missing devices, by kind: the name of the error that requesting them causes. */
    const missing = {};
    const captured = [];
    if (devices) {
        const capture = devices.getUserMedia;
        devices.getUserMedia = async (constraints) => {
            const failure = ['audio', 'video'].find((kind) => constraints[kind] && missing[kind]);
            if (failure) throw new DOMException('the test has none', missing[failure]);
            const stream = await capture(constraints);
            captured.push(...stream.getTracks());
            return stream;
        };
    }

    /** Unplugs all microphones and cameras. */
    function unplug() {
        Object.assign(missing, { audio: 'NotFoundError', video: 'NotFoundError' });
        for (const track of captured.splice(0)) {
            if (track.readyState === 'ended') continue;
            track.stop();
            track.dispatchEvent(new Event('ended'));
        }
    }

    const connections = [];
    /** The options with which connections are created, whatever the page asks for. */
    const transport = {};
    if (globalThis.RTCPeerConnection) {
        globalThis.RTCPeerConnection = class extends RTCPeerConnection {
            constructor(configuration) {
                super({ ...configuration, ...transport });
                connections.push(this);
            }
        };
    }

    const made = () => connections.length;

    /** The path of the page's outgoing media, by connection: 'host', 'srflx', 'relay'. */
    async function ways() {
        const found = [];
        for (const connection of connections.filter(({ connectionState }) => connectionState === 'connected')) {
            const reports = await connection.getStats();
            for (const report of reports.values()) {
                const pair = report.type === 'transport' ? reports.get(report.selectedCandidatePairId) : null;
                if (pair) found.push(reports.get(pair.localCandidateId).candidateType);
            }
        }
        return found;
    }

    /** The codecs that carry media now, by direction: { inbound: ['audio/opus', …], outbound: […] }. */
    async function codecs() {
        const found = { inbound: new Set(), outbound: new Set() };
        for (const connection of connections.filter(({ connectionState }) => connectionState === 'connected')) {
            const reports = await connection.getStats();
            for (const report of reports.values()) {
                const codec = reports.get(report.codecId)?.mimeType, direction = report.type.replace('-rtp', '');
                if (codec && direction in found) found[direction].add(codec.toLowerCase());
            }
        }
        return { inbound: [...found.inbound].sort(), outbound: [...found.outbound].sort() };
    }

    /** The browser's counters of each stream, for the report of a failed test. */
    async function streams() {
        const wanted = ['mid', 'framesEncoded', 'keyFramesEncoded', 'framesSent', 'framesReceived', 'framesDecoded', 'keyFramesDecoded', 'framesDropped',
            'pliCount', 'firCount', 'packetsReceived', 'packetsLost', 'frameWidth', 'packetsDiscarded', 'audioLevel', 'totalAudioEnergy', 'totalSamplesReceived',
            'concealedSamples', 'silentConcealedSamples', 'totalFreezesDuration', 'jitterBufferDelay', 'jitterBufferEmittedCount'];
        const found = [];
        for (const connection of connections) {
            for (const report of (await connection.getStats()).values()) {
                if (!/^(in|out)bound-rtp$/.test(report.type)) continue;
                found.push({ type: report.type, kind: report.kind, connection: connection.connectionState, ...Object.fromEntries(wanted.filter((name) => name in report).map((name) => [name, report[name]])) });
            }
        }
        return found;
    }

    /** The largest delay of responses, in milliseconds: random by the seed, so that they arrive in another order than the requests. */
    const answers = { delay: 0, seed: 1 };
    /** The next number from 0 up to 1, by a linear congruential generator (Numerical Recipes, 7.1). */
    function nextRandom() {
        answers.seed = (Math.imul(answers.seed, 1664525) + 1013904223) >>> 0;
        return answers.seed / 2 ** 32;
    }
    const originalFetch = globalThis.fetch.bind(globalThis);
    globalThis.fetch = async (...rest) => {
        const response = await originalFetch(...rest);
        if (answers.delay > 0) await new Promise((resolve) => setTimeout(resolve, nextRandom() * answers.delay));
        return response;
    };

    /** Signals that get lost on their way to the page: the first listener of a socket gets them first. */
    const drops = [];
    globalThis.WebSocket = class extends WebSocket {
        constructor(...rest) {
            super(...rest);
            this.addEventListener('message', (event) => {
                const text = typeof event.data === 'string' ? event.data : new TextDecoder().decode(event.data);
                if (drops.some((kind) => text.includes(`"type":"${kind}"`))) event.stopImmediatePropagation();
            });
        }
    };

    /** The sentences of notices and people's cards, and of the screen that replaces an ended call, which disappear by themselves. */
    const told = [];
    const isShown = new Set();
    // In a document that must not run scripts it could not be called.
    if (globalThis.origin !== 'null') new MutationObserver(() => {
        const shown = [...document.querySelectorAll('.notice, .person-card, .call-ended')].map(({ textContent }) => textContent);
        for (const text of shown) if (!isShown.has(text)) told.push(text);
        isShown.clear();
        for (const text of shown) isShown.add(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });

    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        console.error(`policy violation: ${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`);
    });
    globalThis.bench = { missing, unplug, plug, pull, lit, listen, find, read, codecs, streams, ways, made, connections: () => connections, drops, answers, transport, screen, told, plainSound };
})();
