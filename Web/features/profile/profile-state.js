/** @typedef {{ name: string | null, isBusy: boolean, problem: import('../../state/state.js').Problem | null }} ProfileState the own name as it is typed; null: not touched */

/** @returns {ProfileState} */
export const emptyProfile = () => ({ name: null, isBusy: false, problem: null });
