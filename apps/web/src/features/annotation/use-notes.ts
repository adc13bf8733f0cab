/** All marks of a reader for the page 我的笔记: from this device at once, with what the server's full text finds besides. */
import { type Annotation, exportNotes, queryNotes } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useDeferredValue, useEffect } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { useSession } from '../../platform/session/session.ts';
import { keepBookTitles, listBookTitles } from '../../platform/storage/book-titles.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { filterMarks, type MarkFilter } from './arrange-marks.ts';
import { notesToMarkdown } from './notes-to-markdown.ts';
import { useMarks } from './use-marks.ts';

/** The wire form of a filter: only what is chosen. */
const wireFilter = ({ bookId, kind, color, words }: MarkFilter) => ({
  ...(bookId === undefined ? {} : { bookId }),
  ...(kind === undefined ? {} : { kind }),
  ...(color === undefined ? {} : { color }),
  ...(words?.trim() ? { q: words.trim() } : {}),
});

export const useNotes = (filter: MarkFilter) => {
  const { marks, verbs } = useMarks();
  const userId = useSession((session) => session.userId);
  const titles = useLiveQuery(() => listBookTitles(readerDatabase()), []);
  const words = useDeferredValue(filter.words ?? '');
  const found = useQuery({
    queryKey: ['notes', userId ?? '', { ...filter, words }],
    queryFn: ({ signal }) => call(queryNotes, { ...wireFilter({ ...filter, words }), limit: 100 }, { signal }),
    enabled: userId !== undefined,
    meta: { claims: true },
  });
  const books = found.data?.books;
  useEffect(() => {
    if (books)
      void keepBookTitles(
        readerDatabase(),
        books.map(({ book }) => book),
      );
  }, [books]);

  const here = marks && filterMarks(marks, filter);
  const foundIds = new Set(filter.words?.trim() && found.data ? found.data.items.map((mark) => mark.id) : []);
  const besides = marks?.filter((mark) => foundIds.has(mark.id) && !here?.includes(mark)) ?? [];
  return {
    /** Undefined while the disk is read, or while a device that has nothing yet waits for the first answer of the server. */
    shown: here && (here.length + besides.length > 0 || !found.isLoading) ? [...here, ...besides] : undefined,
    all: marks ?? [],
    verbs,
    titleOf: (bookId: string): string | undefined => titles?.get(bookId),
    hasServerFailed: found.isError,
    retry: (): void => void found.refetch(),
    /** One Markdown document of what is shown: by the server, or made here when it cannot be asked. */
    exportMarkdown: async (
      shown: readonly Annotation[],
      titleOf: (bookId: string) => string,
    ): Promise<{ fileName: string; text: string }> => {
      const local = { fileName: 'notes.md', text: notesToMarkdown(shown, titleOf) };
      if (userId === undefined) return local;
      try {
        return await call(exportNotes, { ...wireFilter(filter), format: 'md' });
      } catch (error) {
        if (error instanceof ApiError) return local;
        throw error;
      }
    },
  };
};
