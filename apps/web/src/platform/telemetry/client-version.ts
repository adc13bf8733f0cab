/** Put in by the build; tests run without one. */
declare const CLIENT_VERSION: string | undefined;

/** Of this web client, e.g. `0.1.0`. */
export const clientVersion = (): string => (typeof CLIENT_VERSION === 'string' ? CLIENT_VERSION : '0.0.0');
