import { makeReply } from '../../../Web/key-distribution/replies.js';
import { importJoinSecrets } from '../../../Web/keys/entering/join-secrets.js';
import { readJoin } from '../../../Web/keys/entering/join.js';
import { readReplyMessage } from '../../../Web/keys/channels/reply-message.js';
import { importDevice } from './key-devices.mjs';
import { SeededRandom, recordedWrapping } from './key-flows.mjs';

/** Makes every recorded reply again; returns those that come out differently. */
export async function checkReplies(made) {
    const wrong = [];
    for (const [index, { device: { rsa, seed }, identity, random, call, seq, vouch, join, reply, wrapped, encapsulated, text }] of made.entries()) {
        const device = await importDevice(identity, rsa, seed);
        const draw = new SeededRandom(random);
        const read = await readReplyMessage(text);
        const secrets = await importJoinSecrets(draw.bytes(32), read?.join.x ?? new Uint8Array(32), null);
        const parts = { identity: device.identity, signing: device.signing, call, inviter: await readJoin(join), seq, vouch };
        const again = await makeReply(reply, parts, { secrets, secret: draw.bytes(32) }, recordedWrapping(device, { wrapped, encapsulated }));
        if (again !== text) wrong.push(`reply ${index} is another`);
        if (await readJoin(text.slice(0, text.lastIndexOf('~'))).then(() => true, () => false)) wrong.push(`the join of reply ${index} is one of a call`);
    }
    return wrong;
}
