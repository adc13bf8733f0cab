/** Version of the client, which the build defines; absent in tests. */
declare const CLIENT_VERSION: string | undefined;

/** Returns the version of this web client, e.g. `0.1.0`. */
export const clientVersion = (): string => (typeof CLIENT_VERSION === 'string' ? CLIENT_VERSION : '0.0.0');
