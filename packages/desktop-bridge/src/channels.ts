/**
 * The messages between the pages and the main process of the desktop client: their names are the names of the channels. The main process
 * checks the arguments of each by its schema. Messages of the specification (section 7): `minimize`, `toggleMaximize`, `close`,
 * `drag-title-bar`, `show-context-menu`, `checkForUpdate`, `checkAndUpdateAsar`, `quitAndInstall`.
 */
import { z } from 'zod';
import { BOOK_CHANNELS } from './book-channels.ts';

/** Largest distance of a screen coordinate from the origin in pixels; beyond it, no screen exists. */
const SCREEN_MAX = 100_000;
const coordinate = z.number().int().min(-SCREEN_MAX).max(SCREEN_MAX);

/** A step of dragging the window by its title bar. `x` and `y`: position of the pointer on the screen in pixels. */
const titleBarDrag = z.strictObject({ phase: z.enum(['start', 'move', 'end']), x: coordinate, y: coordinate });
export type TitleBarDrag = z.output<typeof titleBarDrag>;

const nothing = z.undefined();
/** Address of a server as a user types it. */
const serverAddress = z.string().max(300);

/** Input schemas of the messages of the client's page, by channel. Only those about books have results. */
export const CLIENT_CHANNELS = {
  ...BOOK_CHANNELS,
  minimize: nothing,
  toggleMaximize: nothing,
  close: nothing,
  'drag-title-bar': titleBarDrag,
  /** Shows the menu of the window at the pointer. */
  'show-context-menu': nothing,
  /** Reports that the page has started, so that a new program is not taken back. */
  'page-started': nothing,
  /** Checks for an update because the user asked for it. */
  checkForUpdate: nothing,
  /** Downloads the update that was found. */
  checkAndUpdateAsar: nothing,
  /** Ends the client and installs what was downloaded. It has no effect before. */
  quitAndInstall: nothing,
  'skip-update': nothing,
  'set-update-channel': z.enum(['stable', 'beta']),
} as const;

/** Input schemas of the messages of the page on which the user chooses the server. */
export const SETUP_CHANNELS = {
  minimize: nothing,
  close: nothing,
  'drag-title-bar': titleBarDrag,
  /** Checks the address of a server and uses it from then on. The result is a `ServerCheck`. */
  'choose-server': serverAddress,
} as const;

/** The functions of the bridge that send the messages of `CLIENT_CHANNELS`. */
export interface ClientRequests {
  minimize(): void;
  toggleMaximize(): void;
  close(): void;
  dragTitleBar(step: TitleBarDrag): void;
  showContextMenu(): void;
  pageStarted(): void;
  checkForUpdate(): void;
  checkAndUpdateAsar(): void;
  quitAndInstall(): void;
  skipUpdate(): void;
  setUpdateChannel(channel: 'stable' | 'beta'): void;
}

/**
 * Result of the check of a server address. `chosen`: the server is used from now on; otherwise the reason why not, and for `certificate` the
 * error of the network library, such as `ERR_CERT_DATE_INVALID`.
 */
export type ServerCheck =
  | { readonly result: 'chosen' | 'invalid' | 'unreachable' | 'timeout' | 'otherProduct' }
  | { readonly result: 'certificate'; readonly reason: string };

/** The bridge of the page on which the user chooses the server. */
export interface SetupBridge extends Pick<ClientRequests, 'minimize' | 'close' | 'dragTitleBar'> {
  chooseServer(address: string): Promise<ServerCheck>;
}

declare global {
  // The bridge that the preload script defines on the page on which the user chooses the server.
  var shufangSetup: SetupBridge | undefined;
}
