/** What the build decides (`vite.node-build.ts`): the specification's flags for detecting a packaged client, and a preset server. */

declare const APP_PACKAGED: boolean;
declare const APP_VERSION: string;
declare const APP_SERVER: string;
declare const UPDATE_KEYS: readonly string[];

export const buildSettings = {
  /** Whether the client was packaged; only a packaged client updates itself (specification.md §4). */
  isPackaged: APP_PACKAGED,
  /** Version code, dotted major.minor.patch. */
  version: APP_VERSION,
  /** Address of the server that the packager has preset; empty if the user chooses. */
  server: APP_SERVER,
  /** Public keys of the packager in PEM. Only updates that one of them has signed are installed. */
  publicKeys: UPDATE_KEYS,
} as const;
