/** All marks of a reader for the page 我的笔记: from this device at once, with what the server's full text finds besides. */
import { type Annotation, exportNotes, type InputOf, queryNotes } from '@shufang/contract';
import { infiniteQueryOptions, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useDeferredValue, useEffect } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { useSession } from '../../platform/session/session.ts';
import { keepBookTitles, listBookTitles } from '../../platform/storage/book-titles.ts';
import { hasPulled } from '../../platform/storage/first-pull.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { filterMarks, type MarkFilter } from './arrange-marks.ts';
import { notesToMarkdown } from './notes-to-markdown.ts';
import { useMarks } from './use-marks.ts';

export type NoteFormat = InputOf<typeof exportNotes>['format'];

export interface ExportedNotes {
  readonly fileName: string;
  readonly content: Blob;
}

/** The wire form of a filter: only what is chosen. */
const wireFilter = ({ words, ...chosen }: MarkFilter) => ({
  ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
  ...(words?.trim() ? { q: words.trim() } : {}),
});

/** What the search box finds in the person's own notes; asks nothing when nobody is signed in. */
export const searchNotesQuery = (userId: string | undefined, q: string) =>
  infiniteQueryOptions({
    queryKey: ['notes', userId ?? '', 'search', q],
    queryFn: ({ pageParam, signal }) => call(queryNotes, { q, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    enabled: userId !== undefined && q !== '',
    placeholderData: keepPreviousData,
  });

export const useNotes = (filter: MarkFilter) => {
  const { marks, verbs } = useMarks();
  const userId = useSession((session) => session.userId);
  const titles = useLiveQuery(() => listBookTitles(readerDatabase()), []);
  const owner = useOwner();
  const isHeard = useLiveQuery(() => hasPulled(readerDatabase(), owner), [owner]) ?? true;
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
    shown: here && (marks.length > 0 || !found.isLoading) ? [...here, ...besides] : undefined,
    /** Nothing here fits; the server is still being asked. */
    isSearching: found.isLoading && (here?.length ?? 0) === 0,
    all: marks ?? [],
    verbs,
    /** Every book this device knows by name. */
    knownBooks: Array.from(titles ?? [], ([id, title]) => ({ id, title })),
    titleOf: (bookId: string): string | undefined => titles?.get(bookId),
    hasServerFailed: found.isError,
    /** All of it was heard once on this device: that there is none here means that there is none. */
    isHeard,
    retry: (): void => void found.refetch(),
    /** One document of what is shown: by the server, or Markdown made here when it cannot be asked. Throws as `call` does for other formats. */
    exportAs: async (format: NoteFormat, shown: readonly Annotation[], titleOf: (bookId: string) => string): Promise<ExportedNotes> => {
      const local = (): ExportedNotes => ({
        fileName: 'notes.md',
        content: new Blob([notesToMarkdown(shown, titleOf)], { type: 'text/markdown' }),
      });
      if (userId === undefined && format === 'md') return local();
      try {
        const { fileName, mediaType, encoding, content } = await call(exportNotes, { ...wireFilter(filter), format });
        const bytes = encoding === 'utf8' ? content : Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
        return { fileName, content: new Blob([bytes], { type: mediaType }) };
      } catch (error) {
        if (error instanceof ApiError && format === 'md') return local();
        throw error;
      }
    },
  };
};
