/** The window of the first run, in which the user chooses the server. */
import path from 'node:path';
import { SETUP_CHANNELS } from '@shufang/desktop-bridge/channels';
import { BrowserWindow, session } from 'electron';
import { buildSettings } from './build-settings.ts';
import { checkServer } from './check-server.ts';
import { serveSetupPage } from './client-protocol.ts';
import { createWindowDrag } from './drag-window.ts';
import { guardContents } from './guard-session.ts';
import { handleChannels } from './handle-channels.ts';
import type { ChosenServer } from './stored-settings.ts';

const SETUP_ORIGIN = 'app://setup';
const SIZE = { width: 560, height: 520 };

/** Opens the window. `address`: shown in the field. `onChosen`: called with a server that has been checked. */
export const openSetupWindow = (address: string, onChosen: (server: ChosenServer) => void): BrowserWindow => {
  const pages = session.fromPartition('setup');
  pages.setPermissionRequestHandler((_contents, _permission, respond) => respond(false));
  pages.setPermissionCheckHandler(() => false);
  pages.webRequest.onBeforeRequest(({ url }, respond) => respond({ cancel: !url.startsWith(`${SETUP_ORIGIN}/`) }));
  if (!pages.protocol.isProtocolHandled('app')) serveSetupPage(pages, path.join(__dirname, 'setup'));
  const window = new BrowserWindow({
    ...SIZE,
    resizable: false,
    maximizable: false,
    show: false,
    frame: false,
    backgroundColor: '#fffefb',
    webPreferences: {
      session: pages,
      preload: path.join(__dirname, 'setup-preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
      devTools: !buildSettings.isPackaged,
    },
  });
  guardContents(window.webContents, SETUP_ORIGIN, () => undefined);
  handleChannels(window, SETUP_ORIGIN, SETUP_CHANNELS, {
    minimize: () => window.minimize(),
    close: () => window.close(),
    'drag-title-bar': createWindowDrag(window),
    'choose-server': async (typed) => {
      const checked = await checkServer(typed);
      if ('result' in checked) return checked;
      onChosen(checked);
      return { result: 'chosen' };
    },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadURL(`${SETUP_ORIGIN}/?${new URLSearchParams({ address }).toString()}`);
  return window;
};
