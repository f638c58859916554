import { SignIn } from '../../../Web/session/sign-in.js';

/** Signs a browser in without the form: keys, requests and stored values are produced by the page's own modules. */
const flow = new SignIn();

globalThis.askForCode = (email, displayName) => { globalThis.asked = flow.begin({ email, displayName }); };
globalThis.useCode = (code) => { globalThis.used = flow.verify(code).then(() => true); };
