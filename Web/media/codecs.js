/** @typedef {'h264' | 'vp8'} VideoCodec */

const mimeTypes = Object.freeze({ opus: 'audio/opus', h264: 'video/h264', vp8: 'video/vp8' });

/** @typedef {(kind: 'audio' | 'video') => RTCRtpCapabilities | null} Capabilities */

/** @type {Capabilities} what this browser can send */
export const ownCapabilities = (kind) => globalThis.RTCRtpSender?.getCapabilities(kind) ?? null;

/**
 * The video codecs this browser sends, in the order of preference.
 * @param {Capabilities} [capabilities]
 */
export function ownVideoCodecs(capabilities = ownCapabilities) {
    const offered = capabilities('video')?.codecs ?? [];
    return /** @type {VideoCodec[]} */ (['h264', 'vp8']).filter((codec) => offered.some((given) => isMeant(given, codec)));
}

/**
 * The codecs that a transceiver may offer: this one and its retransmissions, without RED, comfort noise and telephone events.
 * @param {'audio' | 'video'} kind
 * @param {'opus' | VideoCodec} codec
 * @param {Capabilities} capabilities
 */
export function codecPreferences(kind, codec, capabilities) {
    const offered = capabilities(kind)?.codecs ?? [];
    const meant = offered.filter((given) => isMeant(given, codec));
    // Constrained baseline can be decoded by everyone.
    const best = meant.filter(({ sdpFmtpLine }) => /profile-level-id=42[ce]?0?/i.test(sdpFmtpLine ?? ''));
    const chosen = codec === 'h264' && best.length > 0 ? best : meant;
    return [...chosen, ...(kind === 'video' ? offered.filter(({ mimeType }) => mimeType.toLowerCase() === 'video/rtx') : [])];
}

/**
 * @param {{ mimeType: string, sdpFmtpLine?: string }} given
 * @param {'opus' | VideoCodec} codec
 */
function isMeant({ mimeType, sdpFmtpLine }, codec) {
    if (mimeType.toLowerCase() !== mimeTypes[codec]) return false;
    return codec !== 'h264' || (sdpFmtpLine ?? '').includes('packetization-mode=1');
}
