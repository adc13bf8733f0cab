/** The preload script of the client's page: defines the bridge (`@shufang/desktop-bridge`). Runs in the sandbox, in its own world. */
import {
  BOOK_PROGRESS_CHANNEL,
  type BookRequests,
  type DesktopBridge,
  type DesktopFacts,
  FACTS_CHANNEL,
  OPEN_PATH_CHANNEL,
  UPDATE_STATUS_CHANNEL,
  WINDOW_STATE_CHANNEL,
} from '@shufang/desktop-bridge';
import type { CLIENT_CHANNELS } from '@shufang/desktop-bridge/channels';
import { contextBridge, ipcRenderer } from 'electron';

/** Sends a message to the main process. A rejected message has no effect, so the page need not know. */
const send = (channel: keyof typeof CLIENT_CHANNELS, ...values: unknown[]): void => {
  ipcRenderer.invoke(channel, ...values).catch((error: unknown) => console.warn(String(error)));
};

/** Sends a message to the main process and returns its result. Rejects with the error of the main process. */
const request = (channel: keyof typeof CLIENT_CHANNELS, ...values: unknown[]): Promise<never> =>
  ipcRenderer.invoke(channel, ...values) as Promise<never>;

const books: BookRequests = {
  sealLeaseKey: (input) => request('seal-lease-key', input),
  canOpenBook: (input) => request('can-open-book', input),
  storeEnginePage: (input) => request('store-engine-page', input),
  downloadBook: (input) => request('download-book', input),
  pauseDownload: () => request('pause-download'),
  countStoredFiles: (input) => request('count-stored-files', input),
  verifyBook: (input) => request('verify-book', input),
  storeBookText: (input) => request('store-book-text', input),
  searchStoredBook: (input) => request('search-stored-book', input),
  removeBook: (input) => request('remove-book', input),
  freeSpace: () => request('free-space'),
};

const listen =
  <Value>(channel: string) =>
  (listener: (value: Value) => void): (() => void) => {
    const receive = (_event: unknown, value: Value): void => listener(value);
    ipcRenderer.on(channel, receive);
    return () => ipcRenderer.removeListener(channel, receive);
  };

const bridge: DesktopBridge = {
  facts: ipcRenderer.sendSync(FACTS_CHANNEL) as DesktopFacts,
  minimize: () => send('minimize'),
  toggleMaximize: () => send('toggleMaximize'),
  close: () => send('close'),
  dragTitleBar: (step) => send('drag-title-bar', step),
  showContextMenu: () => send('show-context-menu'),
  pageStarted: () => send('page-started'),
  checkForUpdate: () => send('checkForUpdate'),
  checkAndUpdateAsar: () => send('checkAndUpdateAsar'),
  quitAndInstall: () => send('quitAndInstall'),
  skipUpdate: () => send('skip-update'),
  setUpdateChannel: (channel) => send('set-update-channel', channel),
  books,
  onBookProgress: listen(BOOK_PROGRESS_CHANNEL),
  onWindowState: listen(WINDOW_STATE_CHANNEL),
  onOpenPath: listen(OPEN_PATH_CHANNEL),
  onUpdateStatus: listen(UPDATE_STATUS_CHANNEL),
};
contextBridge.exposeInMainWorld('shufangDesktop', bridge);
