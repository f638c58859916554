import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readIdentity } from '../../../Web/keys/identity/signed-identity.js';
import { decodeBase64URL } from '../../../Web/keys/signing/base64url.js';
import { importSigningKeyPair } from '../../../Web/keys/signing/signing-keys.js';

/** The keys of a recorded device: its signed identity, the PKCS#1 DER of its RSA key and the seed of its Ed25519 pair. */
export async function importDevice(identity, rsa, seed) {
    const key = createPrivateKey({ key: Buffer.from(rsa, 'base64url'), format: 'der', type: 'pkcs1' });
    const pkcs8 = key.export({ format: 'der', type: 'pkcs8' });
    const signed = await readIdentity(identity);
    return {
        identity: signed, signing: await importSigningKeyPair(decodeBase64URL(seed), signed.sign),
        publicRSA: new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'pkcs1' })),
        privateKey: await crypto.subtle.importKey('pkcs8', pkcs8, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['decrypt']),
    };
}
