/** The menus of the window: that of the title bar, that of text fields, and the keys for zooming. */
import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import { text } from './messages.ts';

const ZOOM_STEP = 0.5;
const ZOOM_RANGE = [-3, 5] as const;

export interface MenuActions {
  readonly changeServer: () => void;
  readonly saveZoom: (level: number) => void;
}

const zoomBy = ({ webContents }: BrowserWindow, step: number | undefined, save: (level: number) => void): void => {
  const [low, high] = ZOOM_RANGE;
  const level = step === undefined ? 0 : Math.max(low, Math.min(webContents.getZoomLevel() + step, high));
  webContents.setZoomLevel(level);
  save(level);
};

export const toggleMaximize = (window: BrowserWindow): void => {
  if (window.isMaximized()) window.unmaximize();
  else window.maximize();
};

/** Shows the menu of the title bar at the pointer. */
export const showWindowMenu = (window: BrowserWindow, { changeServer, saveZoom }: MenuActions): void => {
  const { menu } = text;
  Menu.buildFromTemplate([
    { label: window.isMaximized() ? menu.restore : menu.maximize, click: () => toggleMaximize(window) },
    { label: menu.minimize, click: () => window.minimize() },
    { type: 'separator' },
    { label: menu.zoomIn, click: () => zoomBy(window, ZOOM_STEP, saveZoom) },
    { label: menu.zoomOut, click: () => zoomBy(window, -ZOOM_STEP, saveZoom) },
    { label: menu.actualSize, click: () => zoomBy(window, undefined, saveZoom) },
    { type: 'separator' },
    { label: menu.reload, click: () => window.webContents.reload() },
    { label: menu.changeServer, click: changeServer },
    { type: 'separator' },
    { label: menu.close, click: () => window.close() },
  ]).popup({ window });
};

/** Offers to copy selected text, and to edit text fields, which the system's web view does not offer by itself. */
export const offerEditMenu = (window: BrowserWindow): void => {
  window.webContents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    const { menu } = text;
    const copy: MenuItemConstructorOptions = { label: menu.copy, role: 'copy', enabled: editFlags.canCopy };
    if (isEditable)
      Menu.buildFromTemplate([
        { label: menu.cut, role: 'cut', enabled: editFlags.canCut },
        copy,
        { label: menu.paste, role: 'paste', enabled: editFlags.canPaste },
        { label: menu.selectAll, role: 'selectAll' },
      ]).popup({ window });
    else if (selectionText.trim() !== '') Menu.buildFromTemplate([copy]).popup({ window });
  });
};

/** Zooms by Ctrl (on macOS Command) with plus, minus and zero. */
export const zoomByKeys = (window: BrowserWindow, saveZoom: (level: number) => void): void => {
  const steps: Readonly<Record<string, number | undefined>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP, '0': undefined };
  window.webContents.on('before-input-event', (event, { type, key, control, meta, alt }) => {
    const isCommand = process.platform === 'darwin' ? meta : control;
    if (type !== 'keyDown' || !isCommand || alt || !(key in steps)) return;
    event.preventDefault();
    zoomBy(window, steps[key], saveZoom);
  });
};
