/**
 * All annotations of the user, for the page of the user's notes (我的笔记): those on this device at once, then the hits of the server's search.
 */
import { type Annotation, exportNotes, type InputOf, queryNotes } from '@shufang/contract';
import { infiniteQueryOptions, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useDeferredValue, useEffect } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { cursorInput, cursorPages } from '../../platform/api/cursor-pages.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { useSession } from '../../platform/session/session.ts';
import { listBookTitles, storeBookTitles } from '../../platform/storage/book-titles.ts';
import { hasPulled } from '../../platform/storage/first-pull.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { untilSent } from '../../platform/storage/until-sent.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { type AnnotationFilter, filterAnnotations } from './arrange-annotations.ts';
import { ANNOTATION_LIMITS } from './limits.ts';
import { notesToMarkdown } from './notes-to-markdown.ts';
import { useAnnotations } from './use-annotations.ts';

export type NoteFormat = InputOf<typeof exportNotes>['format'];

export interface ExportedNotes {
  readonly fileName: string;
  readonly content: Blob;
}

/** Converts a filter to request parameters; omits empty fields. */
const toRequestFilter = ({ searchText, ...chosen }: AnnotationFilter) => ({
  ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
  ...(searchText?.trim() ? { q: searchText.trim() } : {}),
});

/** Query that searches the user's own notes on the server; disabled for anonymous users. */
export const searchNotesQuery = (userId: string | undefined, q: string) =>
  infiniteQueryOptions({
    queryKey: ['notes', userId ?? '', 'search', q],
    queryFn: ({ pageParam, signal }) => call(queryNotes, { q, ...cursorInput(pageParam) }, { signal }),
    ...cursorPages,
    enabled: userId !== undefined && q !== '',
    placeholderData: keepPreviousData,
    meta: { claims: 'responses' },
  });

export const useNotes = (filter: AnnotationFilter) => {
  const { annotations, actions } = useAnnotations();
  const userId = useSession((session) => session.userId);
  const titles = useLiveQuery(() => listBookTitles(readerDatabase()), []);
  const owner = useOwner();
  const hasPulledOnce = useLiveQuery(() => hasPulled(readerDatabase(), owner), [owner]) ?? true;
  const searchText = useDeferredValue(filter.searchText ?? '');
  const found = useQuery({
    queryKey: ['notes', userId ?? '', { ...filter, searchText: searchText }],
    queryFn: ({ signal }) => call(queryNotes, { ...toRequestFilter({ ...filter, searchText }), limit: 100 }, { signal }),
    enabled: userId !== undefined,
    meta: { claims: true },
  });
  const books = found.data?.books;
  useEffect(() => {
    if (books)
      void storeBookTitles(
        readerDatabase(),
        books.map(({ book }) => book),
      );
  }, [books]);

  const matching = annotations && filterAnnotations(annotations, filter);
  const foundIds = new Set(filter.searchText?.trim() && found.data ? found.data.items.map((annotation) => annotation.id) : []);
  const foundByServer = annotations?.filter((annotation) => foundIds.has(annotation.id) && !matching?.includes(annotation)) ?? [];
  return {
    /**
     * The annotations to show; undefined while the database is read, or while a device without annotations waits for the first response.
     */
    shown: matching && (annotations.length > 0 || !found.isLoading) ? [...matching, ...foundByServer] : undefined,
    /** Whether nothing on the device matches and the server's response is still pending. */
    isSearching: found.isLoading && (matching?.length ?? 0) === 0,
    all: annotations ?? [],
    actions,
    /** All books whose titles are stored on this device. */
    knownBooks: Array.from(titles ?? [], ([id, title]) => ({ id, title })),
    titleOf: (bookId: string): string | undefined => titles?.get(bookId),
    hasServerFailed: found.isError,
    /** Whether this device has pulled the user's data once, so that an empty list is really empty. */
    hasPulledOnce,
    retry: (): void => void found.refetch(),
    /**
     * Exports the shown annotations by the server, when it has the changes of this device. Markdown is created on this device if the user
     * is anonymous, the changes do not reach the server in time, or the server's export fails; for other formats, throws as `call` does.
     * The file of another format lacks changes that do not reach the server in time; a toast says so.
     */
    exportAs: async (format: NoteFormat, shown: readonly Annotation[], titleOf: (bookId: string) => string): Promise<ExportedNotes> => {
      const local = (): ExportedNotes => ({
        fileName: 'notes.md',
        content: new Blob([notesToMarkdown(shown, titleOf)], { type: 'text/markdown' }),
      });
      if (userId === undefined && format === 'md') return local();
      const isSent = navigator.onLine && (await untilSent(readerDatabase(), owner, 'annotation', ANNOTATION_LIMITS.exportWaitMs));
      if (!isSent && format === 'md') return local();
      try {
        const { fileName, mediaType, encoding, content } = await call(exportNotes, { ...toRequestFilter(filter), format });
        const bytes = encoding === 'utf8' ? content : Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
        if (!isSent) broadcast('toast', { kind: 'info', text: notesText.exportLacksChanges });
        return { fileName, content: new Blob([bytes], { type: mediaType }) };
      } catch (error) {
        if (error instanceof ApiError && format === 'md') return local();
        throw error;
      }
    },
  };
};
