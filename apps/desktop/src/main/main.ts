/** The main process of the desktop client: starts it, opens its windows and receives links from outside. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ServerCheck } from '@shufang/desktop-bridge/channels';
import { app, type BrowserWindow, Menu, net, protocol } from 'electron';
import { bundleKeys, confirmProgram } from '../update/boot-interface.ts';
import { installerFolder, startInstaller } from '../update/start-installer.ts';
import { openUpdateFiles } from '../update/update-state.ts';
import { createUpdater } from '../update/updater.ts';
import { buildSettings } from './build-settings.ts';
import { checkServer } from './check-server.ts';
import { SCHEMES } from './client-protocol.ts';
import { type ClientWindow, openClientWindow } from './client-window.ts';
import { LINK_SCHEME, pathInArguments, pathOfLink } from './deep-link.ts';
import { findPresetServer } from './preset-server.ts';
import { parseServerAddress } from './server-address.ts';
import { openSetupWindow } from './setup-window.ts';
import { type ChosenServer, openSettings } from './stored-settings.ts';

protocol.registerSchemesAsPrivileged(SCHEMES);

/** The web build: inside a packaged client, otherwise where the repository builds it. */
const webFolder = path.resolve(__dirname, buildSettings.isPackaged ? 'web' : '../../web/dist');

/** The systems of which builds are published, by the names of Node. */
const PLATFORMS: Readonly<Partial<Record<NodeJS.Platform, 'win' | 'mac'>>> = { win32: 'win', darwin: 'mac' };

const start = async (): Promise<void> => {
  const settings = openSettings(path.join(app.getPath('userData'), 'settings.json'));
  let client: ClientWindow | undefined;
  let setup: BrowserWindow | undefined;
  let startPath = pathInArguments(process.argv) ?? '/';

  // What electron-updater stored for an installation that has ended. On Windows the installer can still run; it is deleted at a later start.
  void rm(installerFolder(), { recursive: true, force: true }).catch((error: unknown) => console.error('the installer stays', error));
  const updater = createUpdater({
    isPackaged: buildSettings.isPackaged && buildSettings.publicKeys.length > 0,
    current: buildSettings.version,
    publicKeys: buildSettings.publicKeys,
    bundleKeys: bundleKeys(buildSettings.publicKeys),
    platform: PLATFORMS[process.platform] ?? 'linux',
    arch: process.arch === 'arm64' ? 'arm64' : 'x64',
    files: openUpdateFiles(path.join(app.getPath('userData'), 'update')),
    fetch: (url, options) => net.fetch(url, { ...options, credentials: 'omit', redirect: 'error', cache: 'no-store' }),
    now: Date.now,
    serverOrigin: () => settings.get().server?.origin,
    onStatus: (status) => client?.showUpdate(status),
    restart: () => {
      client?.writeStorage();
      app.relaunch();
      app.quit();
    },
    startInstaller: (installer, version) => {
      client?.writeStorage();
      return startInstaller(installer, version);
    },
  });
  let hasStarted = false;
  /** Called when the page has started: the program works, so it is not taken back, and looks for a newer one. */
  const handlePageStarted = (): void => {
    confirmProgram();
    if (hasStarted) return;
    hasStarted = true;
    void updater.check(false);
  };

  const showFront = (window: BrowserWindow | undefined): void => {
    if (window?.isMinimized() === true) window.restore();
    window?.show();
    window?.focus();
  };
  const openPath = (pathname: string | undefined): void => {
    if (pathname !== undefined && client === undefined) startPath = pathname;
    if (pathname !== undefined) client?.openPath(pathname);
    showFront(client?.window ?? setup);
  };
  const openClient = (server: ChosenServer): void => {
    settings.set({ server });
    const opened = openClientWindow({
      server,
      settings,
      folder: webFolder,
      startPath,
      updater,
      onPageStarted: handlePageStarted,
      changeServer: () => openSetup(server.origin),
    });
    startPath = '/';
    const previous = client?.window;
    client = opened;
    opened.window.on('closed', () => {
      if (client === opened) client = undefined;
    });
    previous?.destroy();
    setup?.close();
  };
  const openSetup = (address: string): void => {
    if (setup !== undefined) return showFront(setup);
    const window = openSetupWindow(address, openClient);
    setup = window;
    window.once('show', confirmProgram);
    window.on('closed', () => {
      setup = undefined;
    });
  };
  /** Checks a server whose content address is not known yet; the user chooses if that fails. */
  const openChecked = (address: string, checked: ChosenServer | ServerCheck): void =>
    'result' in checked ? openSetup(address) : openClient(checked);

  app.on('second-instance', (_event, values) => openPath(pathInArguments(values)));
  app.on('open-url', (event, link) => {
    event.preventDefault();
    openPath(pathOfLink(link));
  });
  app.on('window-all-closed', () => app.quit());
  // Certificate errors are never ignored, and no page may ask for a client certificate or a proxy password.
  app.on('login', (event) => event.preventDefault());
  app.setAsDefaultProtocolClient(LINK_SCHEME);

  const { server: stored } = settings.get();
  const preset = findPresetServer(process.argv, path.dirname(app.getPath('exe')), buildSettings.server);
  const address = preset ?? stored?.origin;
  if (address === undefined) openSetup('');
  else if (stored !== undefined && stored.origin === parseServerAddress(address)) {
    openClient(stored);
    // The operator may have changed where the server keeps the content of books.
    const checked = await checkServer(stored.origin);
    if (!('result' in checked) && checked.contentUrl !== stored.contentUrl) openClient(checked);
  } else openChecked(address, await checkServer(address));
};

if (app.requestSingleInstanceLock()) {
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
  void app.whenReady().then(start);
} else app.quit();
