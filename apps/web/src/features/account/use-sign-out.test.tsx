/** Tests that signing out deletes what only the user may see, although the session may end before the response. */
import 'fake-indexeddb/auto';
import { signOut } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, useSession } from '../../platform/session/session.ts';
import { findFormDraft, saveFormDraft } from '../../platform/storage/form-drafts.ts';
import { type OfflineBookEntry, readerDatabase } from '../../platform/storage/reader-database.ts';
import { markReaderDatabaseCreated } from '../../platform/storage/reader-database-flag.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { useSignOut } from './use-sign-out.ts';

const SignOutButton = () => (
  <button type="button" onClick={useSignOut().signOut}>
    sign out
  </button>
);

beforeEach(() => {
  signInHere();
  markReaderDatabaseCreated();
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['after the response', () => undefined],
  ['before the response', endSession],
])('the keys of offline books and the drafts of forms are deleted when the session ends %s', async (_, beforeResponse) => {
  const owner = useSession.getState().userId ?? '';
  const book = {
    owner,
    bookId: 'b1',
    title: '论语选读',
    state: 'ready',
    addedAt: 1,
    bytes: 1,
    storedBytes: 1,
    lease: { id: 'l1', key: 'k1' },
  };
  await readerDatabase().offlineBooks.put(book as unknown as OfflineBookEntry);
  await saveFormDraft(owner, 'errata', '草稿');
  const [path, respond] = succeed(signOut, undefined as never);
  stubCalls([
    path,
    () => {
      beforeResponse();
      return respond();
    },
  ]);
  renderInApp(<SignOutButton />);
  await userEvent.click(screen.getByRole('button'));
  await waitFor(async () => expect((await readerDatabase().offlineBooks.get([owner, 'b1']))?.lease).toEqual({ id: 'l1' }));
  expect(await findFormDraft(owner, 'errata')).toBeUndefined();
  await waitFor(() => expect(useSession.getState().userId).toBeUndefined());
});
