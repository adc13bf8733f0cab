import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchAssets } from './watch-assets.ts';

const CDN = 'https://cdn.example.com';
const reload = vi.fn();

/** Adds a script of this URL whose loading fails. */
const failToLoad = (src: string): void => {
  const script = Object.assign(document.createElement('script'), { type: 'text/plain', src });
  document.head.append(script);
  script.dispatchEvent(new Event('error'));
};
const stubServer = (status: number | undefined): void => {
  vi.stubGlobal('fetch', async () => {
    if (status === undefined) throw new TypeError('Failed to fetch');
    return new Response(null, { status });
  });
};
/** Lets the check of the server end. */
const untilChecked = () => vi.advanceTimersByTimeAsync(0);
/** URLs of the files that have come. */
let loaded: string[] = [];
let listeners: [string, EventListenerOrEventListenerObject, AddEventListenerOptions | undefined][] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('performance', { getEntriesByType: () => loaded.map((name) => ({ name })) });
  loaded = [];
  reload.mockReset();
  stubServer(200);
  listeners = [];
  const add = globalThis.addEventListener.bind(globalThis);
  vi.stubGlobal('addEventListener', (name: string, listener: EventListener, options?: AddEventListenerOptions) => {
    listeners.push([name, listener, options]);
    add(name, listener, options);
  });
  document.head.append(Object.assign(document.createElement('meta'), { name: 'assets-url', content: CDN }));
});
afterEach(() => {
  for (const [name, listener, options] of listeners) removeEventListener(name, listener, options);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  document.cookie = 'own-assets=; max-age=0; path=/';
  delete document.documentElement.dataset['clientStarted'];
});

describe('a page whose files come from a CDN', () => {
  it.each([
    ['a file of it fails', () => failToLoad(`${CDN}/assets/entry.js`)],
    ['a lazy import fails', () => void dispatchEvent(new Event('vite:preloadError'))],
    ['no file has come for ten seconds', () => void vi.advanceTimersByTime(10_000)],
  ])('is loaded again from its own origin when %s', async (_, fail) => {
    watchAssets(reload);
    fail();
    await untilChecked();
    expect(document.cookie).toContain('own-assets=1');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is loaded again once, however many files fail', async () => {
    watchAssets(reload);
    failToLoad(`${CDN}/assets/a.js`);
    failToLoad(`${CDN}/assets/b.js`);
    await untilChecked();
    failToLoad(`${CDN}/assets/c.js`);
    await untilChecked();
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each([
    ['without a network', undefined],
    ['when the server does not respond either', 503],
  ])('stays as it is %s, and changes over when the server can be reached again', async (_, status) => {
    stubServer(status);
    watchAssets(reload);
    failToLoad(`${CDN}/assets/a.js`);
    await untilChecked();
    expect([document.cookie, reload.mock.calls.length]).toEqual(['', 0]);
    stubServer(200);
    failToLoad(`${CDN}/assets/a.js`);
    await untilChecked();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is not reloaded when the client has started, because it may contain input: the next load uses the own origin', async () => {
    watchAssets(reload);
    document.documentElement.dataset['clientStarted'] = '';
    failToLoad(`${CDN}/assets/later.js`);
    await untilChecked();
    expect(document.cookie).toContain('own-assets=1');
    expect(reload).not.toHaveBeenCalled();
  });

  it('is not reloaded when the browser refuses cookies, because that would never end', async () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
    watchAssets(reload);
    failToLoad(`${CDN}/assets/a.js`);
    await untilChecked();
    expect(reload).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it.each(['/assets/own.js', 'https://cdn.example.com.evil.example/assets/a.js', 'https://captcha.example/a.js'])(
    'does not react to the failure of %s',
    async (url) => {
      watchAssets(reload);
      failToLoad(url);
      await untilChecked();
      expect(reload).not.toHaveBeenCalled();
    },
  );

  it('is not reloaded on a slow line when a file has come', async () => {
    loaded = [`${CDN}/assets/a.js`];
    watchAssets(reload);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).not.toHaveBeenCalled();
  });
});

it('a page without a CDN is not watched', async () => {
  document.head.replaceChildren();
  watchAssets(reload);
  dispatchEvent(new Event('vite:preloadError'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
});
