/**
 * Electron's security checklist on the real runtime (https://www.electronjs.org/docs/latest/tutorial/security), one test a point, D1 to D20,
 * and random messages to the bridge (docs/security.md, section 6).
 */
import { CLIENT_CHANNELS, type ClientRequests } from '@shufang/desktop-bridge/channels';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { type SimpleServer, startShufangServer } from '../testing/simple-server.ts';
import { type RunningClient, startClient } from '../testing/start-client.ts';
import { externalAddress } from './external-address.ts';

type Preferences = Electron.WebPreferences & { readonly [name: string]: unknown };

let server: SimpleServer;
let client: RunningClient;
beforeAll(async () => {
  server = await startShufangServer();
  client = await startClient([`--server=http://127.0.0.1:${server.port}`]);
  await client.page.getByRole('banner').waitFor();
});
afterAll(async () => {
  await client?.close();
  server?.close();
});

/** Returns the preferences with which Electron has created the page. */
const preferences = (): Promise<Preferences> =>
  client.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences(): object };
    return JSON.parse(JSON.stringify(contents.getLastWebPreferences())) as Preferences;
  });

/** Returns the URLs of these that the client's page can load. */
const loadable = (urls: readonly string[]): Promise<string[]> =>
  client.page.evaluate(async (all) => {
    const results = await Promise.all(
      all.map((url) =>
        fetch(url, { mode: 'no-cors' }).then(
          ({ ok, type }) => (ok || type === 'opaque' ? [url] : []),
          () => [],
        ),
      ),
    );
    return results.flat();
  }, urls);

describe('the security checklist of Electron', () => {
  it('D1: the page loads only its own files and its server', async () => {
    const other = await startShufangServer();
    expect(await loadable([`http://127.0.0.1:${other.port}/`, 'http://example.com/', 'https://example.com/', 'ws://example.com/'])).toEqual(
      [],
    );
    expect(other.requests).toEqual([]);
    other.close();
    expect(await client.page.evaluate(() => isSecureContext)).toBe(true);
  });

  it('D2: no page has Node', async () => {
    const { nodeIntegration, nodeIntegrationInSubFrames, nodeIntegrationInWorker } = await preferences();
    expect([nodeIntegration, nodeIntegrationInSubFrames, nodeIntegrationInWorker ?? false]).toEqual([false, false, false]);
    const found = await client.page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in globalThis),
    );
    expect(found).toEqual([]);
  });

  it('D3: the preload script has a world of its own, so that the page cannot change its objects', async () => {
    expect((await preferences())['contextIsolation']).toBe(true);
    const changed = await client.page.evaluate(() => {
      Reflect.set(globalThis.shufangDesktop ?? {}, 'close', () => 'changed');
      Reflect.set(globalThis, 'shufangDesktop', undefined);
      return globalThis.shufangDesktop === undefined || String(globalThis.shufangDesktop.close).includes('changed');
    });
    expect(changed).toBe(false);
  });

  it('D4: the page runs in the sandbox', async () => {
    expect((await preferences())['sandbox']).toBe(true);
  });

  it('D5: permissions and devices are denied', async () => {
    const states = await client.page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'persistent-storage', 'clipboard-read'];
      const all = await Promise.all(
        names.map((name) => navigator.permissions.query({ name: name as PermissionName }).catch(() => ({ state: 'denied' }))),
      );
      const media = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        () => 'denied',
      );
      const notification = await Notification.requestPermission();
      return { all: all.map(({ state }) => state), media, notification };
    });
    expect(states.all.filter((state) => state === 'granted')).toEqual([]);
    expect([states.media, states.notification]).toEqual(['denied', 'denied']);
  });

  it('D6, D8: the rules of the web are in force', async () => {
    const { webSecurity, allowRunningInsecureContent } = await preferences();
    expect([webSecurity ?? true, allowRunningInsecureContent ?? false]).toEqual([true, false]);
  });

  it('D7: the page has a content policy, which stops inline scripts and eval', async () => {
    const response = await client.page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
    expect(response).toMatch(/^default-src 'none'; script-src 'self';/);
    const ran = await client.page.evaluate(() => {
      const script = document.createElement('script');
      try {
        script.textContent = 'globalThis.inlineRan = true';
      } catch {
        // Trusted Types already refuse the text.
      }
      document.head.append(script);
      return 'inlineRan' in globalThis;
    });
    expect(ran).toBe(false);
  });

  it('D9, D10: no experimental functions of the browser are enabled', async () => {
    const { experimentalFeatures, enableBlinkFeatures } = await preferences();
    expect([experimentalFeatures ?? false, enableBlinkFeatures ?? '']).toEqual([false, '']);
  });

  it('D11, D12: no page is embedded by a webview element', async () => {
    expect((await preferences())['webviewTag']).toBe(false);
    const kind = await client.page.evaluate(() => {
      const element = document.createElement('webview');
      element.setAttribute('src', 'https://example.com/');
      document.body.append(element);
      return 'loadURL' in element;
    });
    expect(kind).toBe(false);
    expect(await client.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1);
  });

  it('D13: the window leaves its page neither by itself nor in a frame', async () => {
    await client.page.evaluate(() => {
      for (const src of ['https://example.com/', 'file:///etc/passwd', 'app://client/', 'app://setup/']) {
        const frame = document.createElement('iframe');
        frame.src = src;
        document.body.append(frame);
      }
      location.assign('file:///etc/passwd');
    });
    await client.page.waitForTimeout(300);
    expect(client.page.url()).toBe('app://client/');
    const shown = client.page.frames().map((frame) => frame.url());
    expect(shown.filter((url) => !/^(?:app:\/\/client\/$|about:|chrome-error:|$)/.test(url))).toEqual([]);
  });

  it('D14: no window is opened', async () => {
    expect(await client.page.evaluate(() => open('app://client/', '_blank'))).toBeNull();
    expect(client.app.windows()).toHaveLength(1);
  });

  it('D15: only addresses of the web, of mail and of telephones are given to the system', () => {
    const given = [
      'https://a.example/',
      'mailto:a@b.example',
      'file:///etc/passwd',
      'smb://a/b',
      'shufang://x',
      'data:text/html,x',
      'ms-msdt:/x',
    ];
    expect(given.filter((url) => externalAddress(url, 'https://books.example.com') !== undefined)).toEqual([
      'https://a.example/',
      'mailto:a@b.example',
    ]);
    expect(externalAddress('app://client/api/pay/local?no=1', 'https://books.example.com')).toBe(
      'https://books.example.com/api/pay/local?no=1',
    );
  });

  it('D16: the client is written for a current Electron', () => {
    expect(Number(manifest.devDependencies.electron.split('.')[0])).toBeGreaterThanOrEqual(45);
  });

  it('D18: no page can read files of the computer', async () => {
    expect(
      await loadable(['file:///etc/hostname', 'file:///', 'app://client/../../../../etc/hostname.json', 'app://setup/index.html']),
    ).toEqual([]);
  });

  it('D20: the page gets the functions of the bridge, and no object of Electron', async () => {
    const members = await client.page.evaluate(() => Object.keys(globalThis.shufangDesktop ?? {}).toSorted());
    const requests: (keyof ClientRequests)[] = [
      'minimize',
      'toggleMaximize',
      'close',
      'dragTitleBar',
      'showContextMenu',
      'pageStarted',
      'checkForUpdate',
      'checkAndUpdateAsar',
      'quitAndInstall',
      'skipUpdate',
      'setUpdateChannel',
    ];
    expect(members).toEqual(['books', 'facts', 'onBookProgress', 'onOpenPath', 'onUpdateStatus', 'onWindowState', ...requests].toSorted());
  });
});

/** Sends messages in the main process as Electron delivers them. Returns how many were accepted, and the effects that they had. */
const deliver = (options: { channel: string; calls: number; sender: 'page' | 'frame' | 'otherPage' | 'none'; seed: number }) =>
  client.app.evaluate(async ({ BrowserWindow, Menu }, { channel, calls, sender, seed }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('no window');
    const counter = Object.assign(globalThis, { effects: 0 });
    const count = (): void => {
      counter.effects += 1;
    };
    for (const name of ['minimize', 'maximize', 'unmaximize', 'close', 'setPosition'] as const) Object.assign(window, { [name]: count });
    Menu.prototype.popup = count;
    let state = seed;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % below;
    };
    const value = (depth = 0): unknown => {
      const kinds: (() => unknown)[] = [
        () => null,
        () => random(2) === 0,
        () => (random(3) === 0 ? Number.NaN : random(1_000_000) / 7),
        () => 'x'.repeat(random(5_000)),
        () => String.fromCodePoint(random(65_536)),
        () => new Date(random(1_000_000)),
        () => new Map([[random(9), random(9)]]),
        () => new Uint8Array(random(2_000)),
        () => 10n ** BigInt(random(40)),
        () => ({ phase: ['start', 'move', 'end', '', 1][random(5)], x: random(1_000) + 0.5, y: random(1_000) }),
        () => ({ phase: 'move', x: 1e9, y: -1e9 }),
        () => ({ phase: 'move', x: 1, y: 1, more: 1 }),
        () => JSON.parse('{"__proto__":{"phase":"move","x":1,"y":1}}') as unknown,
        () => (depth > 3 ? [] : Array.from({ length: random(4) }, () => value(depth + 1))),
        () => (depth > 3 ? {} : { [`k${random(9)}`]: value(depth + 1) }),
      ];
      return kinds[random(kinds.length)]?.();
    };
    const { mainFrame } = window.webContents;
    const frames = {
      page: mainFrame,
      frame: { processId: mainFrame.processId, routingId: mainFrame.routingId + 1, url: 'book://x/' },
      otherPage: { processId: mainFrame.processId, routingId: mainFrame.routingId, url: 'https://client/' },
      none: null,
    };
    // Electron has no public way to deliver a message that a page did not send.
    const { _invokeHandlers: handlers } = window.webContents.ipc as unknown as {
      _invokeHandlers: Map<string, (event: object, ...values: unknown[]) => unknown>;
    };
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`nobody handles ${channel}`);
    let accepted = 0;
    for (let call = 0; call < calls; call += 1) {
      const values = sender === 'page' ? [value(), ...(random(3) === 0 ? [value()] : [])] : [];
      const result = await Promise.resolve()
        .then(() => handler({ senderFrame: frames[sender], sender: window.webContents }, ...values))
        .then(
          () => true,
          () => false,
        );
      if (result) accepted += 1;
    }
    return { accepted, effects: counter.effects };
  }, options);

describe('D17: a message to the main process', () => {
  const channels = Object.keys(CLIENT_CHANNELS);

  it('is handled for these channels only', async () => {
    expect(channels.toSorted()).toEqual([
      'can-open-book',
      'checkAndUpdateAsar',
      'checkForUpdate',
      'close',
      'count-stored-files',
      'download-book',
      'drag-title-bar',
      'free-space',
      'minimize',
      'page-started',
      'pause-download',
      'quitAndInstall',
      'remove-book',
      'seal-lease-key',
      'search-stored-book',
      'set-update-channel',
      'show-context-menu',
      'skip-update',
      'store-book-text',
      'store-engine-page',
      'toggleMaximize',
      'verify-book',
    ]);
  });

  it.each(channels)('%s has no effect in 1,000 calls with other arguments', async (channel) => {
    expect(await deliver({ channel, calls: 1_000, sender: 'page', seed: 20_261_129 })).toEqual({ accepted: 0, effects: 0 });
    expect(await client.page.evaluate(() => document.visibilityState)).toBe('visible');
  });

  it.each(channels)('%s has no effect if another frame or page sends it', async (channel) => {
    for (const sender of ['frame', 'otherPage', 'none'] as const)
      expect(await deliver({ channel, calls: 20, sender, seed: 1 }), sender).toEqual({ accepted: 0, effects: 0 });
  });

  it('has an effect if the page sends it as it should, so that these tests can fail', async () => {
    await deliver({ channel: 'minimize', calls: 0, sender: 'page', seed: 1 });
    await client.page.evaluate(() => {
      globalThis.shufangDesktop?.minimize();
      globalThis.shufangDesktop?.dragTitleBar({ phase: 'start', x: 10, y: 10 });
      globalThis.shufangDesktop?.dragTitleBar({ phase: 'move', x: 20, y: 20 });
      globalThis.shufangDesktop?.showContextMenu();
    });
    const effects = (): Promise<unknown> => client.app.evaluate(() => (globalThis as { effects?: number }).effects);
    await expect.poll(effects).toBe(3);
  });
});
