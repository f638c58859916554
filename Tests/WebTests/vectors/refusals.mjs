import { readJoin } from '../../../Web/keys/entering/join.js';
import { readLeave } from '../../../Web/keys/entering/leave.js';
import { readStatus } from '../../../Web/keys/entering/status.js';
import { readInvite } from '../../../Web/keys/identity/invite.js';
import { readIdentity } from '../../../Web/keys/identity/signed-identity.js';
import { readRevoke, readVouch } from '../../../Web/keys/identity/statements.js';

const readers = {
    identity: readIdentity, join: readJoin, leave: readLeave, status: readStatus, invite: readInvite, vouch: readVouch, revoke: readRevoke,
};

/** Reads every recorded object; returns those that are not refused for the recorded reason, or not at all. */
export async function checkRefusedObjects(objects) {
    const wrong = [];
    for (const { name, kind, sign, text, error } of objects) {
        const found = await refusalOf(readers[kind], text, sign);
        if (found !== (error ?? null)) wrong.push(`${kind} ${name}: ${found}, not ${error ?? null}`);
    }
    return wrong;
}

async function refusalOf(read, text, sign) {
    try {
        await read(text, sign);
        return null;
    } catch (error) {
        return error.code ?? error.message;
    }
}
