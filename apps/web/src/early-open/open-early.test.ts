import {
  defaultReadingPreferences,
  encodeLocatorParam,
  type Locator,
  openBook,
  READING_FRAME_META,
  locator as validLocator,
} from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeEarlyReader, takeEarlyReader } from '../features/reading/early-reader.ts';
import { insertFrame } from '../features/reading/frame-element.ts';
import { call } from '../platform/api/client.ts';
import { storeDeviceCredential } from '../platform/session/device-credentials.ts';
import { sessionValues } from '../platform/session/session-values.ts';
import { writeLastPosition } from '../platform/storage/last-position.ts';
import { writeLastPreferences } from '../platform/storage/last-preferences.ts';
import { openEarly } from './open-early.ts';

const BOOK = '01k0000000000000000000book';
const refusal = JSON.stringify({ code: 'entitlement.notEntitled', message: '没有阅读权限', payload: null });

/** The client, which the script loads when the text is shown. */
const startClient = vi.hoisted(() => vi.fn());
vi.mock('./start-client.ts', () => ({ createClientStarter: () => startClient }));

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Record<string, string>;
  readonly credentials: string | undefined;
}

/** Records the requests; each is answered with a refusal, or with `body`, unless `fails`. */
const stubFetch = (fails: () => boolean = () => false, body: string = refusal): Sent[] => {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, headers, credentials }: RequestInit) => {
    sent.push({ url, method, headers: headers as Record<string, string>, credentials });
    if (fails()) throw new TypeError('no network');
    return new Response(body, { headers: { 'x-request-id': 'r1' } });
  });
  return sent;
};

const openNormally = (): Promise<unknown> => call(openBook, { bookId: BOOK }).catch((error: unknown) => error);

beforeEach(() => {
  globalThis.shufangEarlyRequest = undefined;
  startClient.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

describe('the inline script of the reading page', () => {
  it.each(['an anonymous user', 'a signed-in user'])('sends the same request as the client, for %s', async (who) => {
    if (who !== 'an anonymous user') sessionValues.dpAuth.store({ token: 'T' });
    storeDeviceCredential('account1.proof');
    storeDeviceCredential('account2.proof');
    const sent = stubFetch();
    await openNormally();
    openEarly({ pathname: `/course/learning/${BOOK}`, search: '' });
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[1]?.headers['x-device-credential']).toBe('account2.proof,account1.proof');
  });

  it('names the document at which the book opens, as the client does', async () => {
    const sent = stubFetch();
    openEarly({ pathname: `/course/learning/${BOOK}`, search: '?href=text%2F一.xhtml%23s1' });
    const near = 'text/一.xhtml';
    await call(openBook, { bookId: BOOK, near }).catch(() => undefined);
    expect(sent.map(({ url }) => new URL(url, location.origin).searchParams.get('near'))).toEqual([near]);
  });

  it('leaves its response to the first call, which sends no request then; later calls send their own', async () => {
    const sent = stubFetch();
    openEarly({ pathname: `/course/learning/${BOOK}`, search: '' });
    expect(await openNormally()).toMatchObject({ code: 'entitlement.notEntitled', message: '没有阅读权限', requestId: 'r1' });
    expect(sent).toHaveLength(1);
    await openNormally();
    expect(sent).toHaveLength(2);
  });

  it('is not used after another user has signed in', async () => {
    const sent = stubFetch();
    openEarly({ pathname: `/course/learning/${BOOK}`, search: '' });
    sessionValues.dpAuth.store({ token: 'T' });
    await openNormally();
    expect(sent).toHaveLength(2);
  });

  it('is replaced by a request of the client if its own has failed', async () => {
    let requests = 0;
    const sent = stubFetch(() => {
      requests += 1;
      return requests === 1;
    });
    openEarly({ pathname: `/course/learning/${BOOK}`, search: '' });
    expect(await openNormally()).toMatchObject({ code: 'entitlement.notEntitled' });
    expect(sent).toHaveLength(2);
  });

  it('does nothing on other pages', () => {
    const sent = stubFetch();
    openEarly({ pathname: '/course/list', search: '' });
    openEarly({ pathname: `/course/learning/${BOOK}/notes`, search: '' });
    expect(sent).toEqual([]);
  });
});

/** The frame of the reading engine: jsdom has no layout, so the test plays the frame's part. */
const engine = vi.hoisted(() => ({
  onEvent: (_event: { name: string; data: unknown }): void => undefined,
  calls: [] as [name: string, input: unknown][],
  open: (): Promise<unknown> => Promise.resolve(),
}));
vi.mock('@shufang/reading-engine', () => ({
  isNavigatorClosed: () => false,
  createNavigator: (_: unknown, { onEvent }: { onEvent: typeof engine.onEvent }) => {
    engine.onEvent = onEvent;
    return new Proxy({} as Record<string, unknown>, {
      get: (_target, name: string) => (input: unknown) => {
        engine.calls.push([name, input]);
        return name === 'open' ? engine.open() : Promise.resolve();
      },
    });
  },
}));

describe('the book of the response', () => {
  const frameUrl = 'http://book.localhost:8080/~engine/abc/frame.html?app=x';
  const expected = `http://book.localhost:8080/~engine/abc/frame.html?app=${encodeURIComponent(location.origin)}`;
  const payload = {
    content: { frameUrl, baseUrl: 'http://b/' },
    metadata: { title: '书', readingProgression: 'ltr', layout: 'reflowable' },
    readingOrder: { documents: 9, items: [{ href: 'server.xhtml' }, { href: 'here.xhtml' }, { href: 'two.xhtml' }] },
    preferences: { ...defaultReadingPreferences, fontSize: 1.5 },
    progress: { locator: { href: 'server.xhtml', locations: {} }, updatedAt: 20 },
  };
  const opened = JSON.stringify({ code: 'success', message: '', payload });
  const openWith = async (body: string, search = ''): Promise<HTMLIFrameElement | null> => {
    stubFetch(undefined, body);
    openEarly({ pathname: `/course/learning/${BOOK}`, search });
    await globalThis.shufangEarlyRequest?.response;
    await Promise.resolve();
    return document.querySelector('iframe');
  };
  const openInput = () => engine.calls.find(([name]) => name === 'open')?.[1];
  const take = (locator: Locator | undefined, url = expected) =>
    takeEarlyReader({ url, baseUrl: 'http://b/', locator, parse: (value) => validLocator.safeParse(value).data });
  // jsdom does not define `moveBefore`; unlike it, `append` would load the frame again, which only a browser shows (e2e).
  const define = (): void => {
    Element.prototype.moveBefore = function moveBefore(node: Node) {
      this.append(node);
    };
  };

  beforeEach(() => {
    define();
    engine.calls = [];
    engine.open = () => Promise.resolve();
    localStorage.clear();
  });
  /** Adds the element with which the page names the frame. */
  const nameFrame = (url: string): void => {
    const meta = document.createElement('meta');
    meta.name = READING_FRAME_META;
    meta.content = url;
    document.head.append(meta);
  };
  afterEach(() => {
    document.head.replaceChildren();
    Reflect.deleteProperty(Element.prototype, 'moveBefore');
    removeEarlyReader();
    document.body.replaceChildren();
  });

  it('is opened in a frame over the page, which the client then takes over with the events so far', async () => {
    const iframe = await openWith(opened);
    expect(iframe?.src).toBe(expected);
    expect(iframe).toBeVisible();
    expect(iframe).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin');
    expect(iframe?.title).toBe('阅读区');
    expect(openInput()).toEqual({
      baseUrl: 'http://b/',
      publication: { metadata: payload.metadata, readingOrder: payload.readingOrder },
      preferences: payload.preferences,
      locator: payload.progress.locator,
    });
    engine.onEvent({ name: 'opened', data: { segments: 1 } });
    const early = take(payload.progress.locator);
    const received: unknown[] = [];
    early?.connect((event) => received.push(event));
    engine.onEvent({ name: 'tap', data: { zone: 'center' } });
    expect(received).toEqual([
      { name: 'opened', data: { segments: 1 } },
      { name: 'tap', data: { zone: 'center' } },
    ]);
    const page = document.createElement('section');
    document.body.append(page);
    expect(insertFrame(page, expected)).toBe(iframe);
    expect(page.firstElementChild).toBe(iframe);
    expect(document.body.children).toHaveLength(1);
    expect(take(payload.progress.locator)).toBeUndefined();
  });

  it('comes before the client, which is started after the text is drawn', async () => {
    await openWith(opened);
    engine.onEvent({ name: 'opened', data: { segments: 1 } });
    engine.onEvent({ name: 'located', data: undefined });
    expect(startClient).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(startClient).toHaveBeenCalled());
  });

  it('opens at the later position of this device, with the preferences last used on it', async () => {
    const locator = { href: 'here.xhtml', locations: {} };
    writeLastPosition('anonymous', BOOK, { locator, updatedAt: 30 });
    writeLastPreferences('anonymous', { ...defaultReadingPreferences, fontSize: 2 });
    await openWith(opened);
    expect(openInput()).toMatchObject({ locator, preferences: { fontSize: 2 } });
  });

  it('opens at the position that the address requests', async () => {
    await openWith(opened, '?href=two.xhtml%23s1');
    expect(openInput()).toMatchObject({ locator: { href: 'two.xhtml', locations: { fragment: 's1' } } });
  });

  it('turns pages by keys until the client takes it over', async () => {
    await openWith(opened);
    const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key }));
    const turns = () => engine.calls.map(([name]) => name).filter((name) => name !== 'open');
    for (const key of ['PageDown', 't', 'ArrowLeft']) press(key);
    expect(turns()).toEqual(['next', 'previous']);
    take(payload.progress.locator)?.connect(() => undefined);
    press('PageDown');
    expect(turns()).toEqual(['next', 'previous']);
  });

  it.each([
    ['ltr', ['previous', 'next']],
    ['rtl', ['next', 'previous']],
  ])('turns pages by the buttons beside it, for a book that is read %s', async (readingProgression, expectedTurns) => {
    const response = { ...payload, metadata: { ...payload.metadata, readingProgression } };
    await openWith(JSON.stringify({ code: 'success', message: '', payload: response }));
    for (const side of ['left', 'right']) document.querySelector<HTMLElement>(`[data-side="${side}"]`)?.click();
    const names = Array.from(document.querySelectorAll('[data-side]'), (button) => button.getAttribute('aria-label'));
    expect(names).toEqual(expectedTurns.map((turn) => ({ previous: '上一页', next: '下一页' })[turn]));
    expect(engine.calls.map(([name]) => name).filter((name) => name !== 'open')).toEqual(expectedTurns);
  });

  it('leaves keys to text fields, and keys that compose text to the input method', async () => {
    await openWith(opened);
    const field = document.createElement('input');
    document.body.append(field);
    field.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
    document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', isComposing: true }));
    expect(engine.calls.map(([name]) => name)).toEqual(['open']);
  });

  it('is left to the client at once if its frame does not open it', async () => {
    engine.open = () => Promise.reject(new Error('no response'));
    await openWith(opened);
    await vi.waitFor(() => expect(startClient).toHaveBeenCalledOnce());
  });

  it.each([
    ['it has a fixed layout', { ...payload, metadata: { ...payload.metadata, layout: 'fixed' } }, ''],
    ['its position is in a document that the response does not have', payload, '?href=nine.xhtml'],
  ])('is left to the client if %s, because its first page requires the whole reading order', async (_why, response, search) => {
    expect(await openWith(JSON.stringify({ code: 'success', message: '', payload: response }), search)).toBeNull();
    await vi.waitFor(() => expect(startClient).toHaveBeenCalledOnce());
  });

  it('is opened in the frame that the page names, which is loaded, hidden, while the server opens the book', async () => {
    nameFrame(frameUrl);
    const shown = openWith(opened);
    const iframe = document.querySelector('iframe');
    expect(iframe?.src).toBe(expected);
    expect(iframe).not.toBeVisible();
    expect(engine.calls).toEqual([]);
    expect(await shown).toBe(iframe);
    expect(iframe).toBeVisible();
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
  });

  it('is opened in another frame if the response names another one than the page', async () => {
    nameFrame('http://book.localhost:8080/~engine/older/frame.html?app=x');
    await openWith(opened);
    expect(Array.from(document.querySelectorAll('iframe'), ({ src }) => src)).toEqual([expected]);
  });

  it('is not opened after a refusal, which removes the frame that the page names', async () => {
    nameFrame(frameUrl);
    const shown = openWith(refusal);
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
    await shown;
    await vi.waitFor(() => expect(startClient).toHaveBeenCalledOnce());
    expect(document.querySelectorAll('iframe')).toHaveLength(0);
  });

  it('is opened again by the client if the locator in the address is not valid', async () => {
    const invalid = { href: 'two.xhtml', locations: { progression: 7 } };
    await openWith(opened, `?at=${encodeLocatorParam(invalid)}`);
    expect(openInput()).toMatchObject({ locator: invalid });
    expect(take(undefined)).toBeUndefined();
  });

  it('is opened again by the client if it opens elsewhere, in the same frame', async () => {
    const iframe = await openWith(opened);
    expect(take({ href: 'other.xhtml', locations: {} })).toBeUndefined();
    expect(engine.calls.at(-1)?.[0]).toBe('close');
    expect(insertFrame(document.body, expected)).toBe(iframe);
  });

  it('is removed if the client needs another frame', async () => {
    await openWith(opened);
    const other = `${expected}&v=2`;
    expect(take(payload.progress.locator, other)).toBeUndefined();
    insertFrame(document.body, other);
    expect(Array.from(document.querySelectorAll('iframe'), ({ src }) => src)).toEqual([other]);
  });

  it('is left to the client after a refusal, and in a browser that cannot move a frame', async () => {
    expect(await openWith(refusal)).toBeNull();
    await vi.waitFor(() => expect(startClient).toHaveBeenCalledOnce());
    Reflect.deleteProperty(Element.prototype, 'moveBefore');
    expect(await openWith(opened)).toBeNull();
    await vi.waitFor(() => expect(startClient).toHaveBeenCalledTimes(2));
  });
});
