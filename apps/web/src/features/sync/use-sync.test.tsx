/** Tests the sync status that pages receive, and the number of sync sessions per page. */
import type { LoginResult } from '@shufang/contract';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, endSession, useSession } from '../../platform/session/session.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { writeChange } from '../../platform/storage/write-change.ts';
import type { SyncPhase } from './sync-session.ts';
import { useSync, useSyncState } from './use-sync.ts';

const sessions: { owner: string; stop: () => void; onPhase: (phase: SyncPhase) => void }[] = [];
vi.mock('./sync-session.ts', () => ({
  startSyncSession: (_db: unknown, owner: string, _transport: unknown, _environment: unknown, onPhase: (phase: SyncPhase) => void) => {
    const session = { owner, stop: vi.fn(), poke: () => undefined, onPhase };
    sessions.push(session);
    return session;
  },
}));

const signIn = (userId: string): void => {
  beginSession({
    access_token: 'a',
    expires_in: 1,
    refresh_token: 'r',
    dpAuthToken: userId,
    loginTHQS: 'q',
    registered: false,
    replaced: null,
  } satisfies LoginResult);
  useSession.setState({ userId });
};
const running = (): string[] => sessions.filter(({ stop }) => vi.mocked(stop).mock.calls.length === 0).map(({ owner }) => owner);

beforeEach(() => {
  sessions.length = 0;
  act(() => signIn('lin'));
});
afterEach(async () => {
  act(() => endSession());
  await readerDatabase().outbox.clear();
});

describe('the sync session of a page', () => {
  it('is shared by all screens, and ends with the last of them', () => {
    const one = renderHook(() => useSync());
    const two = renderHook(() => useSync());
    expect(sessions.map(({ owner }) => owner)).toEqual(['lin']);
    one.unmount();
    expect(running()).toEqual(['lin']);
    two.unmount();
    expect(running()).toEqual([]);
    renderHook(() => useSync()).unmount();
    expect(sessions).toHaveLength(2);
    expect(running()).toEqual([]);
  });

  it('is replaced when the account changes', () => {
    const screen = renderHook(() => useSync());
    act(() => signIn('mei'));
    expect(running()).toEqual(['mei']);
    screen.unmount();
    expect(running()).toEqual([]);
  });

  it('is replaced once for both roots of a page when the account changes in one after the other', () => {
    const one = renderHook(() => useSync());
    const two = renderHook(() => useSync());
    // The two roots are rendered one after the other, so the second root still uses the old session when the new one has started.
    act(() => signIn('mei'));
    expect(sessions.map(({ owner }) => owner)).toEqual(['lin', 'mei']);
    one.unmount();
    expect(running()).toEqual(['mei']);
    two.unmount();
    expect(running()).toEqual([]);
  });

  it('does not exist for an anonymous user', () => {
    act(() => endSession());
    const screen = renderHook(() => useSync());
    expect(sessions).toEqual([]);
    screen.unmount();
  });
});

describe('the sync status of a page', () => {
  const write = async (owner: string) => {
    const annotation = anAnnotation();
    await writeChange(readerDatabase(), {
      owner,
      entity: 'annotation',
      entityId: annotation.id,
      bookId: annotation.bookId,
      kind: 'put',
      fields: annotation,
    });
  };

  it.each<[SyncPhase, string, string]>([
    ['idle', 'synced', 'local'],
    ['working', 'synced', 'local'],
    ['refused', 'local', 'local'],
    ['offline', 'offline', 'offline'],
    ['signedOut', 'signedOut', 'signedOut'],
  ])('of a session that is %s is %s, and %s while changes are pending', async (phase, empty, waiting) => {
    const screen = renderHook(() => {
      useSync();
      return useSyncState();
    });
    act(() => sessions[0]?.onPhase(phase));
    await waitFor(() => expect(screen.result.current).toEqual({ status: empty, waiting: 0, rejected: [] }));
    await write('lin');
    await write('mei');
    await waitFor(() => expect(screen.result.current).toEqual({ status: waiting, waiting: 1, rejected: [] }));
    screen.unmount();
  });

  it('lists the rejected changes of this account only', async () => {
    await write('lin');
    await write('mei');
    await readerDatabase().outbox.toCollection().modify({ state: 'rejected' });
    const { result, unmount } = renderHook(() => useSyncState());
    await waitFor(() => expect(result.current.rejected.map(({ owner }) => owner)).toEqual(['lin']));
    expect(result.current.waiting).toBe(0);
    unmount();
  });

  it('has no pending and no rejected changes before the database is read', () => {
    const notified: unknown[] = [];
    const { unmount } = renderHook(() => notified.push(useSyncState()));
    expect(notified[0]).toMatchObject({ waiting: 0, rejected: [] });
    unmount();
  });

  it('is signed out without a session, whatever is stored', async () => {
    await write('lin');
    act(() => endSession());
    const { result, unmount } = renderHook(() => useSyncState());
    await waitFor(() => expect(result.current).toEqual({ status: 'signedOut', waiting: 0, rejected: [] }));
    unmount();
  });

  it('starts again when the session of another account begins', async () => {
    const screen = renderHook(() => {
      useSync();
      return useSyncState();
    });
    act(() => sessions[0]?.onPhase('offline'));
    await waitFor(() => expect(screen.result.current.status).toBe('offline'));
    act(() => signIn('mei'));
    await waitFor(() => expect(screen.result.current.status).toBe('synced'));
    screen.unmount();
  });
});
