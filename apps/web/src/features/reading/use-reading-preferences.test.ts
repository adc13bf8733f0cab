import 'fake-indexeddb/auto';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { findRecord, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useReadingPreferences } from './use-reading-preferences.ts';

const storedSize = async (): Promise<number | undefined> =>
  (await findRecord(readerDatabase(), ANONYMOUS_OWNER, 'preferences', 'reading'))?.record.fontSize;

test('a change is used at once, and stored', async () => {
  const { result } = renderHook(() => useReadingPreferences(undefined));
  await waitFor(() => expect(result.current.preferences?.fontSize).toBe(1.125));
  for (const fontSize of [1.25, 1.5, 2]) {
    act(() => void result.current.changePreferences({ fontSize }));
    expect(result.current.preferences?.fontSize).toBe(fontSize);
  }
  await waitFor(async () => expect(await storedSize()).toBe(2));
  expect(result.current.preferences?.fontSize).toBe(2);
});

test('a value that another device stored later replaces an own change', async () => {
  const { result } = renderHook(() => useReadingPreferences(undefined));
  await waitFor(() => expect(result.current.preferences).toBeDefined());
  await act(() => result.current.changePreferences({ paper: 'cream' }));
  await waitFor(async () => expect(await readerDatabase().records.toArray()).toMatchObject([{ record: { paper: 'cream' } }]));
  await readerDatabase()
    .records.toCollection()
    .modify((row) => {
      Object.assign(row.record, { paper: 'green' });
    });
  await waitFor(() => expect(result.current.preferences?.paper).toBe('green'));
});
