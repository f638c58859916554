/** @typedef {import('../app/signed-in.js').SignedIn} SignedIn */
/**
 * How a part of the page reaches what exists while somebody is signed in; null while nobody is.
 * @template {keyof SignedIn} [Name=keyof SignedIn]
 * @typedef {{ readonly signedIn: Pick<SignedIn, Name> | null }} Reach
 */

/** Who is signed in on this page now. */
export class Here {
    /** @type {SignedIn | null} */
    signedIn = null;
    /** @type {import('../session/session.js').Session | null} of a person who is asked for a name before anything else */
    unnamed = null;

    /** The session, also before its person has a name. */
    get session() { return this.unnamed ?? this.signedIn?.session ?? null; }
}
