/** Returns the scanned code in the state of the history entry, which is never part of a URL; empty if there is none. */
export const codeInHistory = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'code' in state && typeof state.code === 'string' ? state.code : '';
