// Injected into pages under test: a camera and a microphone that carry the code and tone of ContentCode (Sources/ECallMedia),
// and a reader that finds both in what the page received. Numbers, layout and tones are those of the Swift sources.
(() => {
    const columns = 12, rows = 8, magic = new TextEncoder().encode('ECall picture 1');

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
        view.setUint32(4, microseconds >>> 0);
        view.setUint32(8, checksum([...magic, ...bytes.subarray(0, 8)]));
        return bytes;
    }

    const frequency = (sender) => 400 + 100 * (sender % 48);

    /** A stream with the code and tone of a sender, as getUserMedia would give it. */
    function source(sender, { audio, video }) {
        const stream = new MediaStream();
        if (video) {
            const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
            const context = canvas.getContext('2d');
            let frame = 0;
            const draw = () => {
                context.fillStyle = `rgb(${90 + frame % 60}, 120, 140)`;
                context.fillRect(0, 0, 640, 480);
                context.fillStyle = '#fff';
                context.fillRect((frame++ * 5) % 640, 380, 40, 40);
                const cell = cellSize(640, 480), bytes = code(sender);
                for (let index = 0; index < columns * rows; index++) {
                    context.fillStyle = bytes[index >> 3] >> (7 - index % 8) & 1 ? '#fff' : '#000';
                    context.fillRect((index % columns) * cell, Math.floor(index / columns) * cell, cell, cell);
                }
            };
            draw();
            const timer = setInterval(draw, 33);
            const [track] = canvas.captureStream(30).getVideoTracks();
            const stop = track.stop.bind(track);
            track.stop = () => { clearInterval(timer); stop(); };
            stream.addTrack(track);
        }
        if (audio) {
            const context = new AudioContext({ sampleRate: 48000 });
            const oscillator = new OscillatorNode(context, { frequency: frequency(sender) });
            const destination = context.createMediaStreamDestination();
            oscillator.connect(new GainNode(context, { gain: 0.5 })).connect(destination);
            oscillator.start();
            stream.addTrack(destination.stream.getAudioTracks()[0]);
        }
        return stream;
    }

    /** The sender that a picture carries, or null. */
    function read(image, width, height) {
        const cell = cellSize(width, height);
        if (!cell) return null;
        const canvas = new OffscreenCanvas(columns * cell, rows * cell);
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const bytes = new Uint8Array(12);
        for (let index = 0; index < columns * rows; index++) {
            const [left, top] = [(index % columns) * cell + (cell >> 2), Math.floor(index / columns) * cell + (cell >> 2)];
            let sum = 0, count = 0;
            for (let y = top; y < top + (cell >> 1); y++) {
                for (let x = left; x < left + (cell >> 1); x++, count++) sum += data[(y * canvas.width + x) * 4 + 1];
            }
            const mean = sum / count;
            if (mean > 90 && mean < 165) return null;
            if (mean >= 165) bytes[index >> 3] |= 1 << (7 - index % 8);
        }
        const view = new DataView(bytes.buffer);
        return checksum([...magic, ...bytes.subarray(0, 8)]) === view.getUint32(8) ? view.getUint16(0) : null;
    }

    /** Counts of codes and tones by sender over a while, for every element that plays something. */
    async function listen(milliseconds) {
        const found = { pictures: {}, unreadable: 0, tones: {}, silent: 0 };
        const streams = [...document.querySelectorAll('video, audio')]
            .filter((element) => element.srcObject && !element.dataset.own).map((element) => ({ element, stream: element.srcObject }));
        const context = new AudioContext({ sampleRate: 48000 });
        const analysers = streams.filter(({ stream }) => stream.getAudioTracks().length).map(({ stream }) => {
            const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
            context.createMediaStreamSource(new MediaStream(stream.getAudioTracks())).connect(analyser);
            return analyser;
        });
        const end = performance.now() + milliseconds;
        const spectrum = new Float32Array(4096);
        while (performance.now() < end) {
            await new Promise((resolve) => setTimeout(resolve, 100));
            for (const { element } of streams) {
                if (!(element instanceof HTMLVideoElement) || !element.videoWidth) continue;
                const sender = read(element, element.videoWidth, element.videoHeight);
                if (sender === null) found.unreadable++; else found.pictures[sender] = (found.pictures[sender] ?? 0) + 1;
            }
            for (const analyser of analysers) {
                analyser.getFloatFrequencyData(spectrum);
                let peak = 0;
                for (let bin = 1; bin < spectrum.length; bin++) if (spectrum[bin] > spectrum[peak]) peak = bin;
                const hertz = peak * 48000 / 8192, sender = Math.round((hertz - 400) / 100);
                if (spectrum[peak] > -60 && Math.abs(hertz - frequency(sender)) < 10) found.tones[sender] = (found.tones[sender] ?? 0) + 1;
                else found.silent++;
            }
        }
        await context.close();
        return found;
    }

    const sender = globalThis.benchSender;
    if (sender !== undefined && navigator.mediaDevices) {
        navigator.mediaDevices.getUserMedia = async (constraints) => source(sender, constraints);
    }
    globalThis.bench = { listen };
})();
