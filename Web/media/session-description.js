/** @param {string} sdp */
const sectionsOf = (sdp) => sdp.split(/\r\n(?=m=)/);

/**
 * Removes the audio level extension from a description: it would reveal to the media server who speaks.
 * @param {string} sdp
 */
export const withoutAudioLevel = (sdp) =>
    sdp.replace(/a=extmap:\d+(?:\/\w+)? urn:ietf:params:rtp-hdrext:(?:ssrc|csrc)-audio-level[^\r\n]*\r\n/g, '');

/**
 * Names the tracks of an offer after their connection: the media server uses the same names on all connections, and a stream cannot hold
 * two tracks with one name.
 * @param {string} sdp
 * @param {string} name
 */
export const withTracksOf = (sdp, name) => sdp.replace(/(a=msid:|a=ssrc:\d+ msid:)(\S+) (\S+)/g, `$1$2 ${name}-$3`);

/**
 * Asks the encoder for a constant bit rate without DTX, so that sizes don't reveal the speech (e2ee 8.4).
 * @param {string} sdp an answer
 */
export function withConstantBitRate(sdp) {
    return sectionsOf(sdp).map((section) => {
        const payload = /a=rtpmap:(\d+) opus\/48000/i.exec(section)?.[1];
        if (!payload) return section;
        const line = new RegExp(`a=fmtp:${payload} ([^\\r\\n]*)`);
        const wanted = 'cbr=1;usedtx=0;useinbandfec=1';
        const [, given] = line.exec(section) ?? [];
        if (given === undefined) return section.replace(`a=rtpmap:${payload} `, `a=fmtp:${payload} ${wanted}\r\na=rtpmap:${payload} `);
        const kept = given.split(';').filter((parameter) => !/^\s*(cbr|usedtx|useinbandfec)=/.test(parameter));
        return section.replace(line, `a=fmtp:${payload} ${[...kept, wanted].join(';')}`);
    }).join('\r\n');
}
