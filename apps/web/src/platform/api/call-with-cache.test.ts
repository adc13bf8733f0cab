import 'fake-indexeddb/auto';
import { getBookChanges } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { useSession } from '../session/session.ts';
import { readerDatabase } from '../storage/reader-database.ts';
import { callWithCache, enableResponseCache, flushResponseCache } from './call-with-cache.ts';
import { markReachable, useConnection } from './connection.ts';

const goOffline = (): void => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
const signInAs = (userId: string | undefined): void => useSession.setState({ userId, lapsedUserId: undefined });
const BOOK = { bookId: '01K00000000000000000000000' };
const changes = { versions: [{ no: 2, releasedAt: 1_790_000_000_000, note: '改正第三章的两处', chars: 52_000 }] };

enableResponseCache();
beforeEach(() => {
  markReachable();
  signInAs(undefined);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await flushResponseCache();
  await readerDatabase().cachedResponses.clear();
});

describe('a call whose response is cached', () => {
  it('returns the last response without a network, and reports that it is offline until the server is back', async () => {
    stubCalls(succeed(getBookChanges, changes));
    const response = await callWithCache(getBookChanges, BOOK);
    await flushResponseCache();
    goOffline();
    expect(await callWithCache(getBookChanges, BOOK)).toEqual(response);
    expect(useConnection.getState().isOffline).toBe(true);
    stubCalls(succeed(getBookChanges, changes));
    await callWithCache(getBookChanges, BOOK);
    expect(useConnection.getState().isOffline).toBe(false);
  });

  it('returns it also before it was stored', async () => {
    stubCalls(succeed(getBookChanges, changes));
    const response = await callWithCache(getBookChanges, BOOK);
    goOffline();
    expect(await callWithCache(getBookChanges, BOOK)).toEqual(response);
  });

  it('fails for a request without a cached response, and for another user', async () => {
    stubCalls(succeed(getBookChanges, changes));
    signInAs('01K00000000000000000000001');
    await callWithCache(getBookChanges, BOOK);
    await flushResponseCache();
    goOffline();
    await expect(callWithCache(getBookChanges, { bookId: '01K00000000000000000000009' })).rejects.toMatchObject({ kind: 'network' });
    signInAs('01K00000000000000000000002');
    await expect(callWithCache(getBookChanges, BOOK)).rejects.toMatchObject({ kind: 'network' });
    signInAs(undefined);
    await expect(callWithCache(getBookChanges, BOOK)).rejects.toMatchObject({ kind: 'network' });
  });

  it('never hides an error of the server', async () => {
    stubCalls(succeed(getBookChanges, changes));
    await callWithCache(getBookChanges, BOOK);
    stubCalls(refuse(getBookChanges, 'catalog.bookNotFound', '没有找到这本书'));
    await expect(callWithCache(getBookChanges, BOOK)).rejects.toMatchObject({ code: 'catalog.bookNotFound' });
  });

  it('caches the newest two hundred responses', async () => {
    stubCalls(succeed(getBookChanges, changes));
    for (let n = 0; n < 230; n += 1) await callWithCache(getBookChanges, { bookId: `01K${String(n).padStart(23, '0')}` });
    await flushResponseCache();
    expect(await readerDatabase().cachedResponses.count()).toBe(200);
  });
});
