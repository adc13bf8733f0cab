/** Updates of a packaged client on a real Electron: swap, confirmation, rollback, attacks, and ends of the process at each step. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installPackagedClient, type PackagedClient, type RunningProgram } from './testing/packaged-client.ts';
import { makeOffer, makePackager, startUpdateServer, type UpdateServer } from './testing/update-server.ts';

const packager = makePackager();
/** The client starts, downloads and restarts: on two busy cores a restart with its confirmation took more than 20 s. */
const WAIT = { timeout: 60_000 };
let server: UpdateServer;
let client: PackagedClient;
let good: Buffer;
let throwing: Buffer;
let silent: Buffer;

beforeAll(async () => {
  server = await startUpdateServer();
  client = await installPackagedClient(packager.publicKey, server.origin);
  [good, throwing, silent] = await Promise.all([
    client.build('1.0.1'),
    client.build('1.0.2', (folder) => writeFile(path.join(folder, 'main.cjs'), 'throw new Error("broken")')),
    client.build('1.0.3', (folder) => rm(path.join(folder, 'web'), { recursive: true })),
  ]);
}, 120_000);
afterAll(async () => {
  await client?.close();
  server?.close();
});
beforeEach(async () => {
  await client.reset();
  server.offer = undefined;
  server.respond = undefined;
  server.requests.length = 0;
});

const offer = (version: string, file: Buffer): void => {
  server.offer = makeOffer(packager, version, file);
  server.file = file;
};

/** Starts the client and waits until the offered bundle is stored. */
const startAndDownload = async (): Promise<RunningProgram> => {
  const running = await client.start();
  await expect.poll(() => client.state().pending?.version, WAIT).toBe(server.offer && JSON.parse(server.offer.manifest).version);
  return running;
};

describe('a patch update', () => {
  it('is downloaded in the background, installed at a restart, confirmed, and counted once', async () => {
    offer('1.0.1', good);
    const first = await startAndDownload();
    expect(await first.version()).toBe('1.0.0');
    await expect.poll(() => server.requests.filter((each) => each.endsWith('/increaseDownloadCount')).length, WAIT).toBe(1);
    await first.page.evaluate(() => globalThis.shufangDesktop?.quitAndInstall());
    await expect.poll(() => client.state().active, WAIT).toBe('1.0.1');
    await client.endAll();
    const second = await client.start();
    expect(await second.version()).toBe('1.0.1');
    expect(client.state()).toMatchObject({ failed: [], history: [{ version: '1.0.1', outcome: 'installed' }] });
    expect(client.files()).toEqual(['app-1.0.1.asar', 'app-1.0.1.json', 'state.json']);
  });

  it('starts at the next start of the client if the user does not restart it', async () => {
    offer('1.0.1', good);
    await startAndDownload();
    await client.endAll();
    expect(await (await client.start()).version()).toBe('1.0.1');
  });
});

/** Installs 1.0.1, and then tries a broken version. Returns when it was given up. */
const tryBroken = async (version: string, file: Buffer): Promise<void> => {
  offer('1.0.1', good);
  await startAndDownload();
  await client.endAll();
  await client.start();
  await expect.poll(() => client.state().active, WAIT).toBe('1.0.1');
  await client.endAll();
  offer(version, file);
  const running = await startAndDownload();
  await expect.poll(() => server.requests.some((each) => each.endsWith('/increaseDownloadCount')), WAIT).toBe(true);
  await running.page.evaluate(() => globalThis.shufangDesktop?.quitAndInstall());
  await expect.poll(() => client.state().failed, WAIT).toEqual([version]);
};

describe('a version that does not start', () => {
  it.each([
    ['U29: throws an error', '1.0.2', () => throwing],
    ['U30: shows no page', '1.0.3', () => silent],
  ])('%s: the previous one runs again, and it is never downloaded again', async (_name, version, file) => {
    await tryBroken(version, file());
    // The client has started again by itself, and is offered the same version.
    await expect.poll(() => client.state().log?.at(-1), WAIT).toContain('failedBefore');
    await client.endAll();
    server.requests.length = 0;
    const again = await client.start();
    expect(await again.version()).toBe('1.0.1');
    await expect.poll(() => server.requests.some((each) => each.endsWith('/getLastVersion')), WAIT).toBe(true);
    expect(server.requests.filter((each) => each.includes('/file/'))).toEqual([]);
    expect(client.state()).toMatchObject({ active: '1.0.1', history: [{ outcome: 'installed' }, { version, outcome: 'rolledBack' }] });
  });
});

describe('files that were changed on the disk', () => {
  const installGood = async (): Promise<void> => {
    offer('1.0.1', good);
    await startAndDownload();
    await client.endAll();
    await client.start();
    await expect.poll(() => client.state().active, WAIT).toBe('1.0.1');
    await client.endAll();
    server.offer = undefined;
  };

  it.each([
    ['U31: another program', 'app-1.0.1.asar', () => throwing],
    ['U32: a program that was cut off', 'app-1.0.1.asar', () => good.subarray(0, good.length - 9)],
    ['U33: a manifest of an attacker', 'app-1.0.1.json', () => JSON.stringify(makeOffer(makePackager(), '1.0.1', throwing))],
    ['U34: a damaged state', 'state.json', () => '{"active":"../../evil","pending":{"version":'],
  ])('%s: the built-in program starts', async (_name, file, content) => {
    await installGood();
    await writeFile(path.join(client.dataDir, 'update', file), content());
    const running = await client.start();
    expect(await running.version()).toBe('1.0.0');
  });
});

describe('a new key of the packager', () => {
  it('comes with a bundle; the next version then is installed by its installer, because the boot loader does not have the key', async () => {
    const next = makePackager();
    offer('1.0.1', await client.build('1.0.1', undefined, [next.publicKey]));
    await startAndDownload();
    await client.endAll();
    await client.start();
    await expect.poll(() => client.state().active, WAIT).toBe('1.0.1');
    await client.endAll();
    server.offer = makeOffer(next, '1.0.2', good);
    server.file = Buffer.from('installer');
    await client.start();
    await expect.poll(() => client.files(), WAIT).toContain('download-app-1.0.2.deb');
    await expect.poll(() => client.state().log?.at(-1), WAIT).toContain('已下载 1.0.2');
    expect(client.state().pending).toBeUndefined();
  });
});

describe('a disk that fails', () => {
  const at = (name: string): string => path.join(client.dataDir, 'update', name);

  it('a start that cannot be counted runs the confirmed version, and the new one later', async () => {
    offer('1.0.1', good);
    await startAndDownload();
    await client.endAll();
    // Each new state is written here first, so that it cannot be written.
    await mkdir(at('state.json.new'));
    expect(await (await client.start()).version()).toBe('1.0.0');
    await client.endAll();
    await rm(at('state.json.new'), { recursive: true, force: true });
    expect(await (await client.start()).version()).toBe('1.0.1');
  });

  it('a state that cannot be read runs the built-in version, and nothing is deleted', async () => {
    offer('1.0.1', good);
    await startAndDownload();
    await client.endAll();
    server.offer = undefined;
    await rm(at('state.json'));
    await mkdir(at('state.json'));
    const running = await client.start();
    expect(await running.version()).toBe('1.0.0');
    await running.page.getByRole('navigation').first().waitFor();
    expect(client.files()).toEqual(['app-1.0.1.asar', 'app-1.0.1.json', 'state.json']);
  });
});

describe('a server that attacks the download', () => {
  const attacks: [string, 'check' | 'file', (response: ServerResponse) => void, string][] = [
    ['U35: another file of the same size', 'file', (response) => response.end(Buffer.alloc(good.length, 7)), '校验值不符'],
    ['U36: a file that is cut off', 'file', (response) => response.end(good.subarray(0, 1_000)), '大小不符'],
    ['U37: a file that never ends', 'file', (response) => pour(response), '比预告的大'],
    ['U38: a file elsewhere', 'file', (response) => response.writeHead(302, { location: `${server.origin}/evil` }).end(), '连不上服务器'],
    ['U39: a check that never ends', 'check', (response) => pour(response), '比预告的大'],
    ['U40: no JSON', 'check', (response) => response.end('<html>'), '响应不完整'],
  ];

  it.each(attacks)('%s: nothing is installed, and the client runs', async (_name, kind, attack, reason) => {
    offer('1.0.1', good);
    server.respond = (asked, response) => {
      if (asked !== kind) return false;
      attack(response);
      return true;
    };
    const running = await client.start();
    await expect.poll(() => client.state().log?.join(), WAIT).toContain(reason);
    expect(client.state().pending).toBeUndefined();
    expect(client.files().filter((name) => name !== 'state.json')).toEqual([]);
    expect(await running.version()).toBe('1.0.0');
  });

  it('U41: a silent server: the client can be used meanwhile', async () => {
    server.respond = () => true;
    const running = await client.start();
    await expect.poll(() => server.requests.some((each) => each.endsWith('/getLastVersion')), WAIT).toBe(true);
    expect(await running.page.evaluate(() => globalThis.shufangDesktop?.facts.update.phase)).toBe('idle');
    await running.page.getByRole('navigation').first().waitFor();
  });
});

/** Sends bytes until the connection ends. */
const pour = (response: ServerResponse): void => {
  const more = (): void => {
    if (!response.destroyed) response.write(Buffer.alloc(1_048_576, 7), () => setImmediate(more));
  };
  more();
};

describe('a process that ends during an update', () => {
  const steps: [string, () => Promise<void>, string[]][] = [
    [
      'in the download',
      async () => {
        server.respond = (kind, response) => {
          if (kind === 'file') response.write(good.subarray(0, 100_000));
          return kind === 'file';
        };
        await client.start();
        await expect.poll(() => client.files().some((name) => name.startsWith('download-')), WAIT).toBe(true);
      },
      ['1.0.0'],
    ],
    ['after the download', async () => void (await startAndDownload()), ['1.0.1']],
    [
      'in the first start of the new program',
      async () => {
        await startAndDownload();
        await client.endAll();
        const starting = client.start();
        await expect.poll(() => client.state().pending?.attempts ?? client.state().active, { ...WAIT, interval: 5 }).toBeTruthy();
        await client.endAll();
        await starting.catch(() => undefined);
      },
      ['1.0.1'],
    ],
    [
      'after the confirmation',
      async () => {
        await startAndDownload();
        await client.endAll();
        const starting = client.start();
        await expect.poll(() => client.state().active, { ...WAIT, interval: 5 }).toBe('1.0.1');
        await client.endAll();
        await starting.catch(() => undefined);
      },
      ['1.0.1'],
    ],
  ];

  it.each(steps)('%s leaves one working version', async (_step, goThere, versions) => {
    offer('1.0.1', good);
    await goThere();
    await client.endAll();
    server.respond = undefined;
    server.offer = undefined;
    const running = await client.start();
    expect(versions).toContain(await running.version());
    await running.page.getByRole('navigation').first().waitFor();
    expect(client.state().failed ?? []).toEqual([]);
  });
});

describe('a mandatory update', () => {
  it('opens a dialog that cannot be closed, downloads, and restarts into the new version', async () => {
    const next = await client.build('1.1.0');
    offer('1.1.0', next);
    let release = (): void => undefined;
    server.respond = (kind, response) => {
      if (kind === 'file')
        release = () => {
          response.end(next);
        };
      return kind === 'file';
    };
    const { page } = await client.start();
    const dialog = page.getByRole('dialog', { name: '发现新版本' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    expect(await dialog.getByRole('button').count()).toBe(0);
    expect(await dialog.textContent()).toContain('当前版本1.0.0最新版本1.1.0');
    const notes = page.frameLocator('iframe[title*="1.1.0"]');
    await notes.getByText('离线打开更快').waitFor();
    await expect.poll(() => server.requests.some((each) => each.includes('/file/')), WAIT).toBe(true);
    release();
    await expect.poll(() => client.state().active, WAIT).toBe('1.1.0');
    await client.endAll();
    expect(await (await client.start()).version()).toBe('1.1.0');
  });
});

describe('a dialog that cannot be closed', () => {
  it('leaves the title bar usable: the window is moved, maximized, minimized and closed', async () => {
    const next = await client.build('1.1.0');
    offer('1.1.0', next);
    server.respond = (kind) => kind === 'file';
    const { app, page } = await client.start();
    await page.getByRole('dialog', { name: '发现新版本' }).waitFor();
    const windowState = () =>
      app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows();
        return { x: window?.getBounds().x, isMaximized: window?.isMaximized(), isMinimized: window?.isMinimized() };
      });
    const clickButton = async (label: string): Promise<void> => {
      const box = await page.locator(`header button[aria-label="${label}"]`).boundingBox();
      if (box === null) throw new Error(`the title bar has no button ${label}`);
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    };
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setBounds({ x: 100, y: 100, width: 1_000, height: 700 }));
    await expect.poll(async () => (await windowState()).x).toBe(100);
    await page.mouse.move(300, 20);
    await page.mouse.down();
    await page.mouse.move(350, 50);
    await expect.poll(async () => (await windowState()).x).toBe(150);
    await page.mouse.up();
    await page.mouse.dblclick(300, 20);
    await expect.poll(async () => (await windowState()).isMaximized).toBe(true);
    await expect.poll(() => page.locator('header button[aria-label="还原"]').count()).toBe(1);
    await clickButton('还原');
    await expect.poll(async () => (await windowState()).isMaximized).toBe(false);
    await clickButton('最小化');
    await expect.poll(async () => (await windowState()).isMinimized).toBe(true);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.restore());
    await expect.poll(async () => (await windowState()).isMinimized).toBe(false);
    await page.getByRole('dialog', { name: '发现新版本' }).waitFor();
    const closed = page.waitForEvent('close');
    await clickButton('关闭');
    await closed;
  });
});

describe('a check on demand', () => {
  const openUpdater = async () => {
    const { page } = await client.start();
    await page.evaluate(() => {
      location.href = '/helper/appUpdater';
    });
    await page.getByRole('button', { name: '检查更新' }).click();
    return page;
  };

  it('says that the client is current', async () => {
    const page = await openUpdater();
    await expect.poll(() => page.getByText('已经是最新版本').isVisible()).toBe(true);
  });

  it('says that it failed when the offer was not signed by the packager', async () => {
    server.offer = makeOffer(makePackager(), '1.0.1', good);
    const page = await openUpdater();
    await expect.poll(() => page.getByText('更新异常').isVisible()).toBe(true);
  });

  it('offers a patch, which the user can skip; then it is not installed at the start', async () => {
    // Version 1.0.0 is current at the start, and the patch is published afterwards.
    const { page } = await client.start();
    await expect.poll(() => server.requests.some((each) => each.endsWith('/getLastVersion')), WAIT).toBe(true);
    offer('1.0.1', good);
    await page.evaluate(() => {
      location.href = '/helper/appUpdater';
    });
    await page.getByRole('button', { name: '检查更新' }).click();
    // A key presses a button without a position on the screen.
    await page.getByRole('dialog').getByRole('button', { name: '跳过此次更新' }).press('Enter');
    await page.getByText('已跳过 1.0.1').waitFor();
    await client.endAll();
    server.requests.length = 0;
    const again = await client.start();
    await expect.poll(() => server.requests.some((each) => each.endsWith('/getLastVersion')), WAIT).toBe(true);
    await again.page.getByRole('navigation').first().waitFor();
    expect(server.requests.filter((each) => each.includes('/file/'))).toEqual([]);
  });
});
