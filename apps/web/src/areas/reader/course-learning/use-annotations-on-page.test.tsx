import { renderHook, waitFor } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { Providers } from '../../../app/providers.tsx';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { createQueryClient } from '../../../platform/api/query-client.ts';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { listAnnotationRecords, readerDatabase } from '../../../platform/storage/reader-database.ts';
import { anAnnotation } from '../../../platform/storage/testing/an-annotation.ts';
import { writeChange } from '../../../platform/storage/write-change.ts';
import { useAnnotationsOnPage } from './use-annotations-on-page.ts';

const [OLDER, SHOWN, NEWER] = ['1', '2', '3'].map((digit) => digit.repeat(26)) as [string, string, string];

it('stores the state that the engine reports only for annotations of an older version than the shown one', async () => {
  const ids = new Map<string, string>();
  for (const [at, versionId] of [OLDER, SHOWN, NEWER].entries()) {
    const annotation = anAnnotation({ id: String(at + 4).repeat(26), versionId, anchor: 'moved' });
    ids.set(versionId, annotation.id);
    await writeChange(
      readerDatabase(),
      { owner: ANONYMOUS_OWNER, entity: 'annotation', entityId: annotation.id, bookId: annotation.bookId, kind: 'put', fields: annotation },
      Date.now(),
    );
  }
  const { bookId } = anAnnotation();
  const opened = { book: { id: bookId }, version: { id: SHOWN } } as unknown as OpenedBook;
  const hook = renderHook(() => useAnnotationsOnPage({ opened, navigator: undefined, located: undefined, chapterOf: () => '' }), {
    wrapper: ({ children }) => (
      <Providers queryClient={createQueryClient()}>
        <MemoryRouter>{children}</MemoryRouter>
      </Providers>
    ),
  });
  await waitFor(() => expect(hook.result.current.annotations).toHaveLength(3));
  for (const id of ids.values()) hook.result.current.handleState({ id, group: 'marks', matched: 'fuzzy' });
  await waitFor(async () => {
    const stored = await listAnnotationRecords(readerDatabase(), ANONYMOUS_OWNER);
    expect(Object.fromEntries(stored.map(({ versionId, anchor }) => [versionId, anchor]))).toEqual({
      [OLDER]: 'fuzzy',
      [SHOWN]: 'moved',
      [NEWER]: 'moved',
    });
  });
});
