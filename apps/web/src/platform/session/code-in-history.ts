/** A scanned code comes along in the history entry (`state`), never in an address that is sent. Empty where there is none. */
export const codeInHistory = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'code' in state && typeof state.code === 'string' ? state.code : '';
