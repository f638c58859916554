/** Whether this browser can capture a screen; browsers of phones cannot. */
export const canShareScreen = () => typeof globalThis.navigator?.mediaDevices?.getDisplayMedia === 'function';
