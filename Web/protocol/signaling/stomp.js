/**
 * A STOMP 1.2 frame.
 * @typedef {object} StompFrame
 * @property {string} command
 * @property {[name: string, value: string][]} headers in their order; the first of a name counts
 * @property {Uint8Array} body
 */
/** @typedef {{ type: 'heartBeat' } | { type: 'frame', frame: StompFrame }} StompOutput */

/** The limits of a decoder, in bytes as on the wire. */
export const stompLimits = Object.freeze({ command: 32, headerCount: 32, header: 8192, body: 65_536, frame: 131_072 });

/** Why bytes aren't STOMP; `code` names the reason, without any content. */
export class StompError extends Error {
    /** @param {string} code */
    constructor(code) {
        super(`not STOMP: ${code}`);
        this.name = 'StompError';
        this.code = code;
    }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const mayHaveBody = new Set(['SEND', 'MESSAGE', 'ERROR']);
const known = new Set([
    'CONNECT', 'STOMP', 'SEND', 'SUBSCRIBE', 'UNSUBSCRIBE', 'ACK', 'NACK', 'BEGIN', 'COMMIT', 'ABORT', 'DISCONNECT',
    'CONNECTED', 'MESSAGE', 'RECEIPT', 'ERROR',
]);

/**
 * The value of the first header of this name.
 * @param {StompFrame} frame
 * @param {string} name
 */
export function header(frame, name) {
    return frame.headers.find(([own]) => own === name)?.[1];
}

/** @param {string} command */
const escapesHeaders = (command) => command !== 'CONNECT' && command !== 'CONNECTED';
/** @param {string} command */
const takesBody = (command) => mayHaveBody.has(command) || !known.has(command);

/**
 * Decodes bytes into frames, however the bytes are split. Strict where the specification is, except that a colon within a header value is
 * accepted (wire-protocol 3.2). Limits are checked before anything is buffered. Swift has the same rules (Tests/Vectors/stomp.json).
 */
export class StompDecoder {
    #limits;
    /** @type {'command' | 'heartBeatLineFeed' | 'commandLineFeed' | 'header' | 'headerLineFeed' | 'bodyUpToNUL' | 'bodyBytes' | 'terminator'} */
    #state = 'command';
    /** @type {StompError | null} */
    #error = null;
    /** @type {number[]} */
    #line = [];
    /** @type {number[]} */
    #body = [];
    #command = '';
    /** @type {[string, string][]} */
    #headers = [];
    #size = 0;
    #missing = 0;

    constructor(limits = stompLimits) {
        this.#limits = limits;
    }

    /**
     * Reads `bytes`; what they complete is appended to `outputs`, what came before an error too.
     * @param {Uint8Array} bytes
     * @param {StompOutput[]} outputs
     * @throws {StompError} the first error, and the same one at every later call
     */
    decode(bytes, outputs) {
        this.#guarded(() => { for (const byte of bytes) this.#take(byte, outputs); });
    }

    /** Notes that the WebSocket message ended here: a frame must not continue in the next one (wire-protocol 3.2). */
    endOfMessage() {
        this.#guarded(() => {
            if (this.#state !== 'command' || this.#line.length > 0) throw new StompError('truncated');
        });
    }

    /** @param {() => void} body */
    #guarded(body) {
        if (this.#error) throw this.#error;
        try {
            body();
        } catch (error) {
            this.#reset();
            this.#error = error instanceof StompError ? error : new StompError('malformedHeader');
            throw this.#error;
        }
    }

    /**
     * @param {number} byte
     * @param {StompOutput[]} outputs
     */
    #take(byte, outputs) {
        if (this.#isBetweenFrames(byte, outputs)) return;
        this.#size += 1;
        if (this.#size > this.#limits.frame) throw new StompError('frameTooLarge');
        switch (this.#state) {
        case 'command': return this.#takeCommand(byte);
        case 'header': return this.#takeHeader(byte);
        case 'commandLineFeed':
            if (byte !== lineFeed) throw new StompError('strayCarriageReturn');
            return this.#endCommand();
        case 'headerLineFeed':
            if (byte !== lineFeed) throw new StompError('strayCarriageReturn');
            return this.#endHeader();
        case 'bodyUpToNUL':
            if (byte === 0) return this.#finish(outputs);
            if (!takesBody(this.#command)) throw new StompError('unexpectedBody');
            if (this.#body.length >= this.#limits.body) throw new StompError('bodyTooLarge');
            this.#body.push(byte);
            return undefined;
        case 'bodyBytes':
            this.#body.push(byte);
            this.#missing -= 1;
            if (this.#missing === 0) this.#state = 'terminator';
            return undefined;
        default:
            if (byte !== 0) throw new StompError('missingTerminator');
            return this.#finish(outputs);
        }
    }

    /**
     * Whether the byte is part of a heart-beat.
     * @param {number} byte
     * @param {StompOutput[]} outputs
     */
    #isBetweenFrames(byte, outputs) {
        if (this.#state === 'heartBeatLineFeed') {
            if (byte !== lineFeed) throw new StompError('strayCarriageReturn');
            this.#state = 'command';
            outputs.push({ type: 'heartBeat' });
            return true;
        }
        if (this.#state !== 'command' || this.#line.length > 0) return false;
        if (byte === lineFeed) outputs.push({ type: 'heartBeat' });
        else if (byte === carriageReturn) this.#state = 'heartBeatLineFeed';
        else return false;
        return true;
    }

    /** @param {number} byte */
    #takeCommand(byte) {
        if (byte === lineFeed) return this.#endCommand();
        if (byte === carriageReturn) {
            this.#state = 'commandLineFeed';
            return;
        }
        if (byte < 0x41 || byte > 0x5a) throw new StompError('malformedCommand');
        if (this.#line.length >= this.#limits.command) throw new StompError('commandTooLong');
        this.#line.push(byte);
    }

    #endCommand() {
        this.#command = String.fromCharCode(...this.#line);
        this.#line = [];
        this.#state = 'header';
    }

    /** @param {number} byte */
    #takeHeader(byte) {
        if (byte === lineFeed) return this.#endHeader();
        if (byte === carriageReturn) {
            this.#state = 'headerLineFeed';
            return;
        }
        if (byte === 0) throw new StompError('malformedHeader');
        if (this.#headers.length >= this.#limits.headerCount) throw new StompError('tooManyHeaders');
        if (this.#line.length >= this.#limits.header) throw new StompError('headerTooLong');
        this.#line.push(byte);
    }

    #endHeader() {
        this.#state = 'header';
        if (this.#line.length === 0) return this.#endHeaders();
        const line = utf8(this.#line);
        const separator = line.indexOf(':');
        if (separator < 1) throw new StompError('malformedHeader');
        const plain = escapesHeaders(this.#command) ? unescaped : (/** @type {string} */ text) => text;
        this.#headers.push([plain(line.slice(0, separator)), plain(line.slice(separator + 1))]);
        this.#line = [];
    }

    #endHeaders() {
        const written = this.#headers.find(([name]) => name === 'content-length')?.[1];
        if (written === undefined) {
            this.#state = 'bodyUpToNUL';
            return;
        }
        if (!/^[0-9]+$/.test(written)) throw new StompError('malformedContentLength');
        const length = Number(written);
        if (length > this.#limits.body) throw new StompError('bodyTooLarge');
        if (length > 0 && !takesBody(this.#command)) throw new StompError('unexpectedBody');
        if (this.#size + length + 1 > this.#limits.frame) throw new StompError('frameTooLarge');
        this.#missing = length;
        this.#state = length === 0 ? 'terminator' : 'bodyBytes';
    }

    /** @param {StompOutput[]} outputs */
    #finish(outputs) {
        const frame = { command: this.#command, headers: this.#headers, body: Uint8Array.from(this.#body) };
        outputs.push({ type: 'frame', frame });
        this.#reset();
    }

    #reset() {
        this.#state = 'command';
        this.#line = [];
        this.#body = [];
        this.#command = '';
        this.#headers = [];
        this.#size = 0;
        this.#missing = 0;
    }
}

/** @param {number[]} bytes */
function utf8(bytes) {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

/** @param {string} text */
function unescaped(text) {
    return text.replace(/\\([^]?)/g, (_, letter) => {
        switch (letter) {
        case 'r': return '\r';
        case 'n': return '\n';
        case 'c': return ':';
        case '\\': return '\\';
        default: throw new StompError('undefinedEscape');
        }
    });
}

/** @param {string} text */
function escaped(text) {
    return text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll(':', '\\c');
}

/**
 * The bytes of a frame as text, from the command to the terminating NUL. `content-length` is always correct.
 * @param {string} command
 * @param {[string, string][]} headers
 * @param {string} [body]
 * @throws {StompError}
 */
export function encodeFrame(command, headers, body = '') {
    if (!/^[A-Z]+$/.test(command)) throw new StompError('malformedCommand');
    if (body !== '' && !takesBody(command)) throw new StompError('unexpectedBody');
    const lines = [command];
    for (const [name, value] of headers) {
        if (name === 'content-length') continue;
        if (name === '' || `${name}${value}`.includes('\0')) throw new StompError('malformedHeader');
        if (escapesHeaders(command)) {
            lines.push(`${escaped(name)}:${escaped(value)}`);
        } else {
            if (/[\r\n:]/.test(name) || /[\r\n]/.test(value)) throw new StompError('unescapableHeader');
            lines.push(`${name}:${value}`);
        }
    }
    if (body !== '') lines.push(`content-length:${new TextEncoder().encode(body).length}`);
    return `${lines.join('\n')}\n\n${body}\0`;
}
