/** The window of the client on a real Electron: its title bar, its place on the screen, links and failures of its page. */
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SimpleServer, startShufangServer } from '../testing/simple-server.ts';
import { commandOf, makeClientFolder, type RunningClient, startClient } from '../testing/start-client.ts';

/** What the tests record in the main process instead of showing it. */
interface Recorded {
  menus: string[][];
  dialogs: { message: string; detail?: string }[];
  /** The button that the next dialog returns. */
  response: number;
  opened: string[];
}

let server: SimpleServer;
let client: RunningClient;
let dataDir: string;

const recordDialogs = ({ app }: RunningClient): Promise<void> =>
  app.evaluate(({ Menu, dialog, shell }) => {
    const recorded: Recorded = { menus: [], dialogs: [], response: 0, opened: [] };
    Object.assign(globalThis, { recorded });
    Menu.prototype.popup = function popup(this: Electron.Menu) {
      recorded.menus.push(this.items.map(({ label }) => label).filter((label) => label !== ''));
    };
    dialog.showMessageBox = (async (_window: unknown, { message, detail }: { message: string; detail?: string }) => {
      recorded.dialogs.push({ message, ...(detail === undefined ? {} : { detail }) });
      return { response: recorded.response, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
    dialog.showMessageBoxSync = ((_window: unknown, { message }: { message: string }) => {
      recorded.dialogs.push({ message });
      return recorded.response;
    }) as typeof dialog.showMessageBoxSync;
    shell.openExternal = (url) => {
      recorded.opened.push(url);
      return Promise.resolve();
    };
  });

const recorded = (): Promise<Recorded> => client.app.evaluate(() => (globalThis as unknown as { recorded: Recorded }).recorded);
const respondWith = (response: number): Promise<void> =>
  client.app.evaluate((_electron, value) => {
    (globalThis as unknown as { recorded: Recorded }).recorded.response = value;
  }, response);

const stateOf = ({ app }: RunningClient) =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return {
      isMaximized: window?.isMaximized(),
      isMinimized: window?.isMinimized(),
      frame: window?.getBounds(),
      content: window?.getContentBounds(),
      zoom: window?.webContents.getZoomLevel(),
    };
  });

const moveTo = (x: number, y: number, width: number, height: number): Promise<void> =>
  client.app.evaluate(({ BrowserWindow }, frame) => BrowserWindow.getAllWindows()[0]?.setBounds(frame), { x, y, width, height });

/** A point of the title bar that is no link or button. */
const barPoint = { x: 300, y: 20 };
const bar = (page: Page) => page.getByRole('banner');

beforeAll(async () => {
  [server, dataDir] = await Promise.all([startShufangServer(), makeClientFolder()]);
  client = await startClient([`--server=http://127.0.0.1:${server.port}`, 'shufang://helper/contact'], dataDir);
  await recordDialogs(client);
  // The title bar that is shown before the code of the client is loaded has no buttons.
  await client.page.getByRole('button', { name: '最小化' }).waitFor();
});
afterAll(async () => {
  await client?.close();
  server?.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

describe('the title bar', () => {
  it('is 40 pixels high and replaces the frame of the system', async () => {
    // While the screen of the deep link replaces the first one, the bar has no box for a moment.
    await expect.poll(async () => (await bar(client.page).boundingBox())?.height).toBe(40);
    const { frame, content } = await stateOf(client);
    expect(content).toEqual(frame);
  });

  it('maximizes, restores and minimizes the window by its buttons', async () => {
    const { page } = client;
    await page.getByRole('button', { name: '最大化' }).click();
    await expect.poll(async () => (await stateOf(client)).isMaximized).toBe(true);
    await page.getByRole('button', { name: '还原' }).click();
    await expect.poll(async () => (await stateOf(client)).isMaximized).toBe(false);
    await page.getByRole('button', { name: '最小化' }).click();
    await expect.poll(async () => (await stateOf(client)).isMinimized).toBe(true);
    await client.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.restore());
    await expect.poll(async () => (await stateOf(client)).isMinimized).toBe(false);
  });

  it('maximizes the window by a double click, but not on a button', async () => {
    const { page } = client;
    await page.mouse.dblclick(barPoint.x, barPoint.y);
    await expect.poll(async () => (await stateOf(client)).isMaximized).toBe(true);
    await page.mouse.dblclick(barPoint.x, barPoint.y);
    await expect.poll(async () => (await stateOf(client)).isMaximized).toBe(false);
  });

  it('moves the window, and restores a maximized one under the pointer', async () => {
    const { page } = client;
    await moveTo(100, 100, 1000, 700);
    await expect.poll(async () => (await stateOf(client)).frame?.x).toBe(100);
    await page.mouse.move(barPoint.x, barPoint.y);
    await page.mouse.down();
    await page.mouse.move(barPoint.x + 50, barPoint.y + 30);
    await expect.poll(async () => (await stateOf(client)).frame).toMatchObject({ x: 150, y: 130, width: 1000, height: 700 });
    await page.mouse.up();
    await page.getByRole('button', { name: '最大化' }).click();
    await expect.poll(async () => (await stateOf(client)).isMaximized).toBe(true);
    await page.mouse.move(barPoint.x, barPoint.y);
    await page.mouse.down();
    await page.mouse.move(barPoint.x + 50, barPoint.y + 60);
    await expect.poll(async () => (await stateOf(client)).isMaximized).toBe(false);
    await page.mouse.up();
  });

  it('shows the menu of the window', async () => {
    await client.page.mouse.click(barPoint.x, barPoint.y, { button: 'right' });
    await expect
      .poll(async () => (await recorded()).menus.at(-1))
      .toEqual(['最大化', '最小化', '放大', '缩小', '实际大小', '重新载入', '更换服务器…', '关闭']);
  });
});

describe('a link from outside', () => {
  it('opens its page at the start', () => {
    expect(client.page.url()).toBe('app://client/helper/contact');
  });

  it('is handed over by a second start, which ends', async () => {
    const start = async (link: string): Promise<void> => {
      const { executablePath, args, env } = commandOf(dataDir, [link]);
      await promisify(execFile)(executablePath, args, { env, timeout: 15_000 });
    };
    await start('shufang://bookshelf/owned');
    await expect.poll(() => client.page.url()).toBe('app://client/bookshelf/owned');
    await start('shufang://user/login?redirect=/admin');
    expect(client.page.url()).toBe('app://client/bookshelf/owned');
  });
});

describe('an address of another site', () => {
  it('is opened in the browser of the system after the user has seen it', async () => {
    await respondWith(0);
    await client.page.evaluate(() => open('https://example.com/a?b=1', '_blank'));
    await expect.poll(async () => (await recorded()).opened).toEqual(['https://example.com/a?b=1']);
    expect((await recorded()).dialogs.at(-1)?.detail).toBe('https://example.com/a?b=1');
  });

  it('is not opened if the user declines, and the window stays', async () => {
    await respondWith(1);
    const before = (await recorded()).dialogs.length;
    await client.page.evaluate(() => location.assign('https://example.com/other'));
    await expect.poll(async () => (await recorded()).dialogs.length).toBe(before + 1);
    expect((await recorded()).opened).toEqual(['https://example.com/a?b=1']);
    expect(client.page.url()).toBe('app://client/bookshelf/owned');
    await respondWith(0);
  });

  it('is not even shown if its scheme is not allowed or it contains a login', async () => {
    const before = (await recorded()).dialogs.length;
    for (const url of [
      'file:///etc/passwd',
      'smb://host/share',
      'ms-msdt:/id',
      'javascript:alert(1)',
      'https://bank.example@evil.example/',
    ])
      await client.page.evaluate((address) => void open(address, '_blank'), url);
    await client.page.evaluate(() => open('https://example.com/last', '_blank'));
    await expect.poll(async () => (await recorded()).opened.at(-1)).toBe('https://example.com/last');
    expect((await recorded()).dialogs.length).toBe(before + 1);
    expect(client.app.windows()).toHaveLength(1);
  });
});

describe('the page', () => {
  /** Presses Ctrl and a key as the system does; keys that Playwright presses do not pass through the window. */
  const press = (keyCode: string): Promise<void> =>
    client.app.evaluate(({ BrowserWindow }, key) => {
      BrowserWindow.getAllWindows()[0]?.webContents.sendInputEvent({ type: 'keyDown', keyCode: key, modifiers: ['control'] });
    }, keyCode);

  it('is zoomed by keys, and the zoom is stored', async () => {
    await press('=');
    await expect.poll(async () => (await stateOf(client)).zoom).toBe(0.5);
    await press('-');
    await press('-');
    await expect.poll(async () => (await stateOf(client)).zoom).toBe(-0.5);
    expect(JSON.parse(await readFile(path.join(dataDir, 'settings.json'), 'utf8'))).toMatchObject({ zoomLevel: -0.5 });
    await press('0');
    await expect.poll(async () => (await stateOf(client)).zoom).toBe(0);
  });

  it('can be opened again after a crash', async () => {
    const titleOf = (): Promise<string> =>
      client.app.evaluate(({ BrowserWindow }) =>
        Promise.race([
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            'document.querySelector("header") ? document.title : ""',
          ) as Promise<string>,
          new Promise<string>((resolve) => void setTimeout(() => resolve(''), 500)),
        ]),
      );
    await client.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
    await expect.poll(async () => (await recorded()).dialogs.at(-1)?.message).toContain('页面意外停止了');
    await expect.poll(titleOf).toContain('书房');
  });

  it('comes back with the size and position that the window had', async () => {
    await moveTo(120, 90, 900, 640);
    await expect.poll(async () => (await stateOf(client)).frame?.width).toBe(900);
    await client.close();
    client = await startClient([], dataDir);
    await bar(client.page).waitFor();
    await expect.poll(async () => (await stateOf(client)).frame).toEqual({ x: 120, y: 90, width: 900, height: 640 });
  });

  it('asks before it is closed while its page uploads files, and stays if the user wants that', async () => {
    await recordDialogs(client);
    const closeWindow = (): Promise<void> => client.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    // As the page of uploads does; a page is asked only if the user has used it.
    await client.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        'addEventListener("beforeunload", (event) => { event.returnValue = "uploading"; }); undefined',
        true,
      ),
    );
    await closeWindow();
    await expect.poll(async () => (await recorded()).dialogs.at(-1)?.message).toContain('还有文件没有上传完');
    await bar(client.page).waitFor();
    await respondWith(1);
    const ended = client.app.waitForEvent('close');
    await closeWindow();
    await ended;
  });
});
