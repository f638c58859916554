import { scriptAddress } from '../dom/script-policy.js';

/**
 * Loads the QR code encoder, which is only needed after sign-in. Without it links are shown without their code.
 * @returns {Promise<void>} done when it is there, or cannot be had
 */
export function loadCodeMaker() {
    return new Promise((resolve) => {
        const script = document.createElement('script');
        script.onload = script.onerror = () => resolve();
        script.src = scriptAddress('codeMaker');
        document.head.append(script);
    });
}
