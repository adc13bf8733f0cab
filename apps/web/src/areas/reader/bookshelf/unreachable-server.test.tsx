/** Counts the requests of the shelf while the server refuses connections, and while it accepts them and never responds. */
import 'fake-indexeddb/auto';
import { type BookStatusCard, newId, pushChanges, SYNC_STREAM_PATH } from '@shufang/contract';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createShelfActions } from '../../../features/bookshelf/shelf-actions.ts';
import { useSync } from '../../../features/sync/use-sync.ts';
import { markReachable } from '../../../platform/api/connection.ts';
import { endSession } from '../../../platform/session/session.ts';
import { readerDatabase } from '../../../platform/storage/reader-database.ts';
import { storeResponses } from '../../../platform/storage/response-cache.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { Component as Shelf } from './bookshelf-screen.tsx';

const db = readerDatabase();
const OWNER = 'u1';
const bookId = newId();
const card: BookStatusCard = {
  book: {
    id: bookId,
    title: '论语选读',
    authors: '先秦诸子',
    accessModel: 'free',
    priceFen: 0,
    owned: false,
    publishedAt: 0,
    chars: 100,
    categories: [],
  },
  right: { kind: 'free', reason: '免费阅读' },
  shelfState: 'published',
  versionId: newId(),
};

afterEach(() => {
  act(() => endSession());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  markReachable();
});

const SyncedShelf = () => {
  useSync();
  return <Shelf />;
};

it.each([
  { server: 'refuses connections', isSilent: false },
  { server: 'accepts connections and never responds', isSilent: true },
])(
  'the shelf makes one attempt of each call, and repeats only sync and health check with back-off, if the server $server',
  async ({ isSilent }) => {
    await Promise.all(db.tables.map((table) => table.clear()));
    await createShelfActions(db, OWNER).addToShelf([bookId]);
    await storeResponses(db, OWNER, [
      { key: `book:${bookId}`, value: card },
      { key: 'owned', value: { items: [] } },
    ]);
    // Calls that get no response end after half a second instead of 20, and delays are at their shortest.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const ending = new AbortController();
      setTimeout(() => ending.abort(), 500);
      return ending.signal;
    });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const attempts = new Map<string, number>();
    const attemptsOf = (path: string): number => attempts.get(path) ?? 0;
    vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit = {}) => {
      const path = new URL(url, 'http://localhost').pathname;
      attempts.set(path, attemptsOf(path) + 1);
      if (isSilent)
        await new Promise((resolve) => {
          signal?.addEventListener('abort', resolve);
        });
      throw new TypeError('Failed to fetch');
    });
    signInHere();
    renderInApp(<SyncedShelf />, '/bookshelf');
    expect(await screen.findByRole('heading', { level: 3, name: '论语选读' })).toBeVisible();
    // The third check comes after delays of 0.8, 1.6 and 3.2 s.
    await vi.waitFor(() => expect(attemptsOf('/healthz')).toBe(3), { timeout: 15_000 });
    const repeated = [...attempts].filter(([path, count]) => count > 1 && !['/healthz', pushChanges.path, SYNC_STREAM_PATH].includes(path));
    expect(repeated).toEqual([]);
    expect([...attempts.keys()].length).toBeGreaterThan(3);
    expect(attemptsOf(pushChanges.path)).toBeLessThanOrEqual(5);
    expect(attemptsOf(SYNC_STREAM_PATH)).toBeLessThanOrEqual(5);
    expect(screen.getByRole('heading', { level: 3, name: '论语选读' })).toBeVisible();
    expect(screen.getByText(/现在连不上网络/)).toBeVisible();
  },
  30_000,
);
