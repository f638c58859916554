/** Whether this browser can capture a screen: those of phones cannot. */
export const canShareScreen = () => typeof globalThis.navigator?.mediaDevices?.getDisplayMedia === 'function';
