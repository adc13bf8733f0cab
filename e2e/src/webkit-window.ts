/**
 * Controls a window of WebKit, the engine of Safari and of every browser on an iPhone, in the version of Debian, by the W3C WebDriver
 * protocol on a virtual screen. The driver cannot take screenshots of a page with frames, so tests query the page instead.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Key of an element reference in JSON (W3C WebDriver, section 12). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const WAIT_MS = 20_000;

interface PointerStep {
  readonly type: 'pointerMove' | 'pointerDown' | 'pointerUp';
  readonly x?: number;
  readonly y?: number;
  readonly button?: number;
  /** Duration of the movement in milliseconds. */
  readonly duration?: number;
}

export interface Point {
  /** Distance from the left edge of the viewport in CSS pixels; `y` is that from the top edge. */
  readonly x: number;
  readonly y: number;
}

export interface WebkitWindow {
  open(url: string): Promise<void>;
  /** Runs `script` in the page, or in a nested frame given by the indexes `frames` (from 0), and returns its result, which must be JSON. */
  ask<Result>(script: (...args: never[]) => Result, args?: readonly unknown[], frames?: readonly number[]): Promise<Result>;
  /** Repeats the query `ask` until `isWanted` accepts its result, and returns the result. */
  until<Result>(what: string, ask: () => Promise<Result>, isWanted: (result: Result) => boolean): Promise<Result>;
  /** Waits for the first element that matches the XPath and clicks it. */
  press(xpath: string): Promise<void>;
  /** Types text into the first element that matches the XPath. */
  type(xpath: string, text: string): Promise<void>;
  click(at: Point): Promise<void>;
  drag(from: Point, to: Point): Promise<void>;
  wheel(at: Point, deltaY: number): Promise<void>;
  /** Sends a key, by its WebDriver code, to the focused element. */
  key(code: string): Promise<void>;
  close(): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Starts an X server with a virtual screen. Returns its display name, such as `:99`. */
const startScreen = async (): Promise<{ process: ChildProcess; name: string }> => {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(screen.stdout, 'data')) as [Buffer];
  return { process: screen, name: `:${number.toString().trim()}` };
};

export const openWebkit = async (): Promise<WebkitWindow> => {
  // The name of the driver's folder contains the architecture.
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  const home = await mkdtemp(path.join(tmpdir(), 'shufang-webkit-'));
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      DISPLAY: screen.name,
      HOME: home,
      LC_ALL: 'C.UTF-8',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      // The sandbox of WebKit is disabled, because it needs privileges that a container lacks. That is safe here, because the tests open
      // only our own books and those of the corpus.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });

  const send = async (method: string, address: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${address}: ${JSON.stringify(value)}`);
    return value;
  };
  const until: WebkitWindow['until'] = async (what, ask, isWanted) => {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const result = await ask();
      if (isWanted(result)) return result;
      if (Date.now() > deadline) throw new Error(`WebKit: not within ${WAIT_MS / 1000} s: ${what}; last: ${JSON.stringify(result)}`);
      await pause(100);
    }
  };
  const isUp = (): Promise<boolean> =>
    send('GET', '/status').then(
      () => true,
      () => false,
    );
  await until('its driver answers', isUp, Boolean);
  const { sessionId } = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
  })) as { sessionId: string };
  const session = (method: string, address: string, body?: object) => send(method, `/session/${sessionId}${address}`, body);
  await session('POST', '/window/rect', { width: 1440, height: 960 });

  const elementAt = (xpath: string): Promise<string> =>
    until(
      xpath,
      () =>
        session('POST', '/element', { using: 'xpath', value: xpath }).then(
          (found) => (found as Record<string, string>)[ELEMENT] ?? '',
          () => '',
        ),
      (id) => id !== '',
    );
  const performActions = (actions: readonly object[]) => session('POST', '/actions', { actions });
  const point = (steps: readonly PointerStep[]) =>
    performActions([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: steps }]);
  const down: PointerStep = { type: 'pointerDown', button: 0 };
  const up: PointerStep = { type: 'pointerUp', button: 0 };

  return {
    open: async (url) => void (await session('POST', '/url', { url })),
    ask: async (script, args = [], frames = []) => {
      for (const index of frames) await session('POST', '/frame', { id: index });
      try {
        return (await session('POST', '/execute/sync', { script: `return (${script.toString()})(...arguments)`, args })) as never;
      } finally {
        if (frames.length > 0) await session('POST', '/frame', { id: null });
      }
    },
    until,
    press: async (xpath) => void (await session('POST', `/element/${await elementAt(xpath)}/click`, {})),
    type: async (xpath, text) => void (await session('POST', `/element/${await elementAt(xpath)}/value`, { text })),
    click: async ({ x, y }) => void (await point([{ type: 'pointerMove', x, y, duration: 0 }, down, up])),
    drag: async (from, to) => {
      const middle = { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) };
      const move = { type: 'pointerMove', duration: 100 } as const;
      await point([{ ...move, ...from }, down, { ...move, ...middle }, { ...move, ...to }, up]);
    },
    wheel: async ({ x, y }, deltaY) =>
      void (await performActions([{ type: 'wheel', id: 'wheel', actions: [{ type: 'scroll', x, y, deltaX: 0, deltaY, duration: 0 }] }])),
    key: async (code) =>
      void (await performActions([
        {
          type: 'key',
          id: 'keyboard',
          actions: [
            { type: 'keyDown', value: code },
            { type: 'keyUp', value: code },
          ],
        },
      ])),
    close: async () => {
      await session('DELETE', '').catch(() => undefined);
      driver.kill();
      screen.process.kill();
      await rm(home, { recursive: true, force: true });
    },
  };
};
