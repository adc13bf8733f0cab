import { openBook } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../platform/api/client.ts';
import { storeDeviceCredential } from '../platform/session/device-credentials.ts';
import { sessionValues } from '../platform/session/session-values.ts';
import { openEarly } from './open-early.ts';

const BOOK = '01k0000000000000000000book';
const refusal = JSON.stringify({ code: 'commerce.notEntitled', message: '没有阅读权限', payload: null });

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Record<string, string>;
  readonly credentials: string | undefined;
}

/** Records the requests; each is answered with a refusal, unless `fails`. */
const stubFetch = (fails: () => boolean = () => false): Sent[] => {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, headers, credentials }: RequestInit) => {
    sent.push({ url, method, headers: headers as Record<string, string>, credentials });
    if (fails()) throw new TypeError('no network');
    return new Response(refusal, { headers: { 'x-request-id': 'r1' } });
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
    openEarly(`/course/learning/${BOOK}`);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[1]?.headers['x-device-credential']).toBe('account2.proof,account1.proof');
  });

  it('leaves its response to the first call, which sends no request then; later calls send their own', async () => {
    const sent = stubFetch();
    openEarly(`/course/learning/${BOOK}`);
    expect(await openNormally()).toMatchObject({ code: 'commerce.notEntitled', message: '没有阅读权限', requestId: 'r1' });
    expect(sent).toHaveLength(1);
    await openNormally();
    expect(sent).toHaveLength(2);
  });

  it('is not used after another user has signed in', async () => {
    const sent = stubFetch();
    openEarly(`/course/learning/${BOOK}`);
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
    openEarly(`/course/learning/${BOOK}`);
    expect(await openNormally()).toMatchObject({ code: 'commerce.notEntitled' });
    expect(sent).toHaveLength(2);
  });

  it('does nothing on other pages', () => {
    const sent = stubFetch();
    openEarly('/course/list');
    openEarly(`/course/learning/${BOOK}/notes`);
    expect(sent).toEqual([]);
  });
});
