import { openBook } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { insertFrame, removeEarlyFrame } from '../features/reading/frame-element.ts';
import { call } from '../platform/api/client.ts';
import { storeDeviceCredential } from '../platform/session/device-credentials.ts';
import { sessionValues } from '../platform/session/session-values.ts';
import { openEarly } from './open-early.ts';

const BOOK = '01k0000000000000000000book';
const refusal = JSON.stringify({ code: 'entitlement.notEntitled', message: '没有阅读权限', payload: null });

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

describe('the engine of the opened book', () => {
  const frameUrl = 'http://book.localhost:8080/~engine/abc/frame.html?app=x';
  const expected = `http://book.localhost:8080/~engine/abc/frame.html?app=${encodeURIComponent(location.origin)}`;
  const opened = JSON.stringify({ code: 'success', message: '', payload: { content: { frameUrl, baseUrl: 'http://b/' } } });
  const openWith = async (body: string): Promise<HTMLIFrameElement | null> => {
    stubFetch(undefined, body);
    openEarly({ pathname: `/course/learning/${BOOK}`, search: '' });
    await globalThis.shufangEarlyRequest?.response;
    return document.querySelector('iframe');
  };
  // jsdom does not define `moveBefore`; unlike it, `append` would load the frame again, which only a browser shows (e2e).
  const define = (): void => {
    Element.prototype.moveBefore = function moveBefore(node: Node) {
      this.append(node);
    };
  };

  beforeEach(define);
  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, 'moveBefore');
    removeEarlyFrame();
    document.body.replaceChildren();
  });

  it('is loaded in an invisible frame, which the reading page then takes over', async () => {
    const early = await openWith(opened);
    expect(early?.src).toBe(expected);
    expect(early).not.toBeVisible();
    expect(early).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin');
    const page = document.createElement('section');
    document.body.append(page);
    expect(insertFrame(page, expected)).toBe(early);
    expect(page.firstElementChild).toBe(early);
    expect(document.body.children).toHaveLength(1);
  });

  it('is removed if the reading page needs another one', async () => {
    const early = await openWith(opened);
    const other = `${expected}&v=2`;
    expect(insertFrame(document.body, other)).not.toBe(early);
    expect(Array.from(document.querySelectorAll('iframe'), ({ src }) => src)).toEqual([other]);
  });

  it('is not loaded after a refusal, and not in a browser that cannot move a frame', async () => {
    expect(await openWith(refusal)).toBeNull();
    Reflect.deleteProperty(Element.prototype, 'moveBefore');
    expect(await openWith(opened)).toBeNull();
  });
});
