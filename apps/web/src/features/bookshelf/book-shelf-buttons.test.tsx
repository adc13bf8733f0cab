import type { BookCard } from '@shufang/contract';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { findRecord, readerDatabase } from '../../platform/storage/reader-database.ts';
import { hasReaderDatabase } from '../../platform/storage/reader-database-flag.ts';
import { BookShelfButtons } from './book-shelf-buttons.tsx';

const BOOK = '01JD0000000000000000000001';
const book = { id: BOOK, title: '论语', owned: false, priceFen: 0 } as BookCard;

const itemHere = async () => (await findRecord(readerDatabase(), ANONYMOUS_OWNER, 'shelfItem', BOOK))?.record;

beforeEach(async () => {
  await readerDatabase().records.clear();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

it('the first press creates the database of a new device, and the buttons show the stored state', async () => {
  render(<BookShelfButtons book={book} />);
  expect(hasReaderDatabase()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: '加入书架' }));
  await screen.findByRole('button', { name: '已在书架', pressed: true });
  expect(await itemHere()).toMatchObject({ onShelf: true });
  await userEvent.click(screen.getByRole('button', { name: '已在书架' }));
  await screen.findByRole('button', { name: '加入书架', pressed: false });
  expect(await itemHere()).toMatchObject({ onShelf: false });
});

it('a click on a server-rendered button is handled while the client hydrates, on a device with a database', async () => {
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(<BookShelfButtons book={book} />);
  localStorage.setItem('readerDatabase', JSON.stringify({ value: true, expiresAt: Date.now() + 60_000 }));
  expect(hasReaderDatabase()).toBe(true);
  const button = screen.getByRole('button', { name: '加入书架' });
  const hydrated = hydrateRoot(root, <BookShelfButtons book={book} />);
  // The server-rendered button is clicked before hydration; the click triggers the hydration.
  button.click();
  await waitFor(() => expect(button).toHaveTextContent('已在书架'));
  expect(button.isConnected).toBe(true);
  expect(await itemHere()).toMatchObject({ onShelf: true });
  act(() => hydrated.unmount());
});

it('a click before the shelf is known adds the book, also if it is on the shelf already', async () => {
  await readerDatabase().records.put({
    owner: ANONYMOUS_OWNER,
    entity: 'shelfItem',
    entityId: BOOK,
    bookId: BOOK,
    record: { bookId: BOOK, onShelf: true, addedAt: 7 },
    clocks: {},
  });
  localStorage.setItem('readerDatabase', JSON.stringify({ value: true, expiresAt: Date.now() + 60_000 }));
  render(<BookShelfButtons book={book} />);
  act(() => screen.getByRole('button', { name: '加入书架' }).click());
  await screen.findByRole('button', { name: '已在书架' });
  await waitFor(async () => expect(await itemHere()).toMatchObject({ onShelf: true, addedAt: 7, hidden: false }));
});
