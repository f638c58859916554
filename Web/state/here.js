/** @typedef {import('../app/signed-in.js').SignedIn} SignedIn */
/**
 * The access of a part of the page to the objects of a signed-in session; null while no one is signed in.
 * @template {keyof SignedIn} [Name=keyof SignedIn]
 * @typedef {{ readonly signedIn: Pick<SignedIn, Name> | null }} Reach
 */

/** The current sign-in on this page. */
export class Here {
    /** @type {SignedIn | null} */
    signedIn = null;
    /** @type {import('../session/session.js').Session | null} of a person who is asked for a name before anything else */
    unnamed = null;

    /** The session, even before its person has a name. */
    get session() { return this.unnamed ?? this.signedIn?.session ?? null; }
}
