import 'fake-indexeddb/auto';
import { getBookChanges } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { useSession } from '../session/session.ts';
import { readerDatabase } from '../storage/reader-database.ts';
import { callOrKept, keepAnswersHere, keepNow } from './call-or-kept.ts';
import { noteReached, useConnection } from './connection.ts';

const loseNetwork = (): void => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
const personIs = (userId: string | undefined): void => useSession.setState({ userId, lapsedUserId: undefined });
const BOOK = { bookId: '01K00000000000000000000000' };
const changes = { versions: [{ no: 2, releasedAt: 1_790_000_000_000, note: '改正第三章的两处', chars: 52_000 }] };

keepAnswersHere();
beforeEach(() => {
  noteReached();
  personIs(undefined);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await keepNow();
  await readerDatabase().kept.clear();
});

describe('a call whose answer is kept', () => {
  it('answers without a network what it was answered last, and says that it is offline until the server is back', async () => {
    answerCalls(succeed(getBookChanges, changes));
    const answer = await callOrKept(getBookChanges, BOOK);
    await keepNow();
    loseNetwork();
    expect(await callOrKept(getBookChanges, BOOK)).toEqual(answer);
    expect(useConnection.getState().isOffline).toBe(true);
    answerCalls(succeed(getBookChanges, changes));
    await callOrKept(getBookChanges, BOOK);
    expect(useConnection.getState().isOffline).toBe(false);
  });

  it('answers so also before the answer was put down', async () => {
    answerCalls(succeed(getBookChanges, changes));
    const answer = await callOrKept(getBookChanges, BOOK);
    loseNetwork();
    expect(await callOrKept(getBookChanges, BOOK)).toEqual(answer);
  });

  it('fails for what was never asked, and for another person', async () => {
    answerCalls(succeed(getBookChanges, changes));
    personIs('01K00000000000000000000001');
    await callOrKept(getBookChanges, BOOK);
    await keepNow();
    loseNetwork();
    await expect(callOrKept(getBookChanges, { bookId: '01K00000000000000000000009' })).rejects.toMatchObject({ kind: 'network' });
    personIs('01K00000000000000000000002');
    await expect(callOrKept(getBookChanges, BOOK)).rejects.toMatchObject({ kind: 'network' });
    personIs(undefined);
    await expect(callOrKept(getBookChanges, BOOK)).rejects.toMatchObject({ kind: 'network' });
  });

  it('never hides what the server itself says', async () => {
    answerCalls(succeed(getBookChanges, changes));
    await callOrKept(getBookChanges, BOOK);
    answerCalls(refuse(getBookChanges, 'catalog.bookNotFound', '没有找到这本书'));
    await expect(callOrKept(getBookChanges, BOOK)).rejects.toMatchObject({ code: 'catalog.bookNotFound' });
  });

  it('keeps the newest two hundred', async () => {
    answerCalls(succeed(getBookChanges, changes));
    for (let n = 0; n < 230; n += 1) await callOrKept(getBookChanges, { bookId: `01K${String(n).padStart(23, '0')}` });
    await keepNow();
    expect(await readerDatabase().kept.count()).toBe(200);
  });
});
