/** The window with the client's page. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { DESKTOP_ORIGIN } from '@shufang/contract';
import {
  BOOK_PROGRESS_CHANNEL,
  type DesktopFacts,
  FACTS_CHANNEL,
  OPEN_PATH_CHANNEL,
  UPDATE_STATUS_CHANNEL,
  type UpdateStatus,
  WINDOW_STATE_CHANNEL,
  type WindowState,
} from '@shufang/desktop-bridge';
import { CLIENT_CHANNELS } from '@shufang/desktop-bridge/channels';
import { app, BrowserWindow, net, safeStorage, screen, session } from 'electron';
import { createBookStore } from '../books/book-store.ts';
import { createCoverCache } from '../books/cover-cache.ts';
import { createLeaseKeys } from '../books/lease-keys.ts';
import type { Updater } from '../update/updater.ts';
import { buildSettings } from './build-settings.ts';
import { serveClientPages } from './client-protocol.ts';
import { createWindowDrag } from './drag-window.ts';
import { openExternally } from './external-links.ts';
import { guardContents, guardSession } from './guard-session.ts';
import { handleChannels, isFromPage } from './handle-channels.ts';
import { askBeforeLeaving, offerWayBack } from './page-failures.ts';
import type { ChosenServer, SettingsStore } from './stored-settings.ts';
import { fitToScreens, MIN_HEIGHT, MIN_WIDTH } from './window-geometry.ts';
import { offerEditMenu, showWindowMenu, toggleMaximize, zoomByKeys } from './window-menu.ts';

/** Delay in ms after which a new size or position is stored. */
const SAVE_DELAY_MS = 500;

/** Color of the window before the page is painted, that of the page (`index.html`). */
const PAPER = '#faf8f3';

/** Returns the name of a server's storage: each server has its own, so that none gets the session, the notes or the books of another one. */
const storageOf = ({ origin }: ChosenServer): string => createHash('sha256').update(origin).digest('hex').slice(0, 16);

const keys = createLeaseKeys(safeStorage, process.platform, Date.now);

const workAreas = () => {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary.workArea, ...others.map(({ workArea }) => workArea)] as const;
};

const rememberGeometry = (window: BrowserWindow, settings: SettingsStore): void => {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(timer);
    settings.set({ window: { ...window.getNormalBounds(), isMaximized: window.isMaximized() } });
  };
  const saveSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY_MS);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('close', save);
};

const followState = (window: BrowserWindow): void => {
  const send = (): void => {
    const state: WindowState = { isMaximized: window.isMaximized() };
    window.webContents.send(WINDOW_STATE_CHANNEL, state);
  };
  window.on('maximize', send);
  window.on('unmaximize', send);
};

/** Gives the preload script of the page the facts that the page needs before it starts. */
const provideFacts = (window: BrowserWindow, server: ChosenServer, updater: Updater): void => {
  window.webContents.ipc.on(FACTS_CHANNEL, (event) => {
    const { isPackaged, version } = buildSettings;
    const facts: DesktopFacts = {
      serverOrigin: server.origin,
      contentUrl: server.contentUrl,
      isPackaged,
      version,
      hasKeyStore: keys.isAvailable(),
      window: { isMaximized: window.isMaximized() },
      update: updater.status(),
    };
    event.returnValue = isFromPage(event, window, DESKTOP_ORIGIN) ? facts : undefined;
  });
};

export interface ClientWindow {
  readonly window: BrowserWindow;
  /** Opens a page of the client. */
  openPath(pathname: string): void;
  /** Sends the status of the update to the page. */
  showUpdate(status: UpdateStatus): void;
  /** Writes the local storage of the page to the disk, which Chromium does some seconds later otherwise. */
  writeStorage(): void;
}

export const openClientWindow = (options: {
  readonly server: ChosenServer;
  readonly settings: SettingsStore;
  /** Folder of the web build. */
  readonly folder: string;
  /** The page to open first. */
  readonly startPath: string;
  readonly updater: Updater;
  readonly onPageStarted: () => void;
  readonly changeServer: () => void;
}): ClientWindow => {
  const { server, settings, updater } = options;
  const pages = session.fromPartition(`persist:${storageOf(server)}`);
  guardSession(pages, server.origin);
  const store = createBookStore({
    folder: path.join(app.getPath('userData'), 'books', storageOf(server)),
    contentUrl: server.contentUrl,
    keys,
    fetch: (url, init) => net.fetch(url, { ...init, credentials: 'omit', redirect: 'error', cache: 'no-store' }),
    onProgress: (progress) => send(BOOK_PROGRESS_CHANNEL, progress),
  });
  const covers = createCoverCache(path.join(app.getPath('userData'), 'covers', storageOf(server)));
  serveClientPages(pages, options.folder, server, { store, keys, covers });
  const { isMaximized, ...frame } = fitToScreens(settings.get().window, workAreas());
  const window = new BrowserWindow({
    ...frame,
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    frame: false,
    backgroundColor: PAPER,
    webPreferences: {
      session: pages,
      preload: path.join(__dirname, 'client-preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
      devTools: !buildSettings.isPackaged,
    },
  });
  const send = (channel: string, value: unknown): void => {
    if (!window.isDestroyed()) window.webContents.send(channel, value);
  };
  if (isMaximized) window.maximize();
  const saveZoom = (zoomLevel: number): void => settings.set({ zoomLevel });
  guardContents(window.webContents, DESKTOP_ORIGIN, (url) => void openExternally(window, url, server.origin));
  provideFacts(window, server, updater);
  rememberGeometry(window, settings);
  followState(window);
  offerEditMenu(window);
  zoomByKeys(window, saveZoom);
  offerWayBack(window);
  askBeforeLeaving(window);
  handleChannels(window, DESKTOP_ORIGIN, CLIENT_CHANNELS, {
    minimize: () => window.minimize(),
    toggleMaximize: () => toggleMaximize(window),
    close: () => window.close(),
    'drag-title-bar': createWindowDrag(window),
    'show-context-menu': () => showWindowMenu(window, { changeServer: options.changeServer, saveZoom }),
    'page-started': options.onPageStarted,
    checkForUpdate: () => updater.check(true),
    checkAndUpdateAsar: () => updater.download(),
    quitAndInstall: () => updater.quitAndInstall(),
    'skip-update': () => updater.skipVersion(),
    'set-update-channel': (channel) => updater.setChannel(channel),
    ...store.handlers,
  });
  window.once('ready-to-show', () => {
    window.webContents.setZoomLevel(settings.get().zoomLevel ?? 0);
    window.show();
  });
  void window.loadURL(`${DESKTOP_ORIGIN}${options.startPath}`);
  return {
    window,
    openPath: (pathname) => send(OPEN_PATH_CHANNEL, pathname),
    showUpdate: (status) => send(UPDATE_STATUS_CHANNEL, status),
    writeStorage: () => pages.flushStorageData(),
  };
};
