/** Admin form for the release notes of each version of a book, with the numbers of readers' notes that were anchored in it. */
import { type BookVersionRecord, countVersionNotes, LIMITS, type OutputOf, saveVersionNote } from '@shufang/contract';
import { buttonClass, Cluster, LoadFailure, RecordCard, RecordsSkeleton, Stack, Text, TextAreaField } from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bookChangesQuery } from '../../../features/catalog/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { bookTabsText as text } from '../../../platform/messages/zh-cn/book-tabs.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { RestoredDraftNotice } from '../../../platform/records/restored-draft-notice.tsx';
import styles from './admin-books.module.css';

const dateFormat = chineseDates({ dateStyle: 'medium' });

/** Time after which the numbers are requested again while notes are being anchored. */
const PROGRESS_MS = 5_000;

type VersionNotes = OutputOf<typeof countVersionNotes>;

const versionNotesQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['catalog', 'version-notes', bookId],
    queryFn: ({ signal }) => call(countVersionNotes, { bookId }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running === undefined ? false : PROGRESS_MS),
    meta: { claims: true },
  });

/** What became of readers' notes in a version. */
const ReadersNotes = ({ no, counted }: { no: number; counted: VersionNotes }) => {
  const notes = counted.versions.find((version) => version.no === no)?.notes;
  const running = counted.running?.no === no ? counted.running : undefined;
  return (
    <>
      {running === undefined ? null : (
        <Text as="p" size={14} tone="soft" role="status">
          {text.anchoringNotes(running.done, running.remaining)}
        </Text>
      )}
      {notes === undefined ? null : (
        <Text as="p" size={14} tone="soft">
          {text.readersNotes(notes)}
        </Text>
      )}
    </>
  );
};

interface NoteProps {
  readonly bookId: string;
  readonly version: BookVersionRecord;
  readonly counted: VersionNotes | undefined;
}

const Note = ({ bookId, version, counted }: NoteProps) => {
  const queryClient = useQueryClient();
  const typed = useForm({ draft: `version-note:${bookId}:${version.no}`, initial: { note: version.note } });
  const saving = useMutation({
    mutationFn: ({ note }: { note: string }) => call(saveVersionNote, { bookId, no: version.no, note }),
    onSuccess: (saved) => {
      typed.dropDraft();
      queryClient.setQueryData(bookChangesQuery(bookId).queryKey, saved);
    },
  });
  const handleSubmit = typed.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  return (
    <li>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <RestoredDraftNotice isRestored={typed.isRestored} onGiveUp={() => typed.reset()} />
        <TextAreaField
          label={text.versionNote(version.no)}
          hint={`${dateFormat.format(version.releasedAt)} · ${version.changes === undefined ? text.firstVersion : text.changeLine(version.changes)}`}
          rows={2}
          maxLength={LIMITS.versionNoteChars}
          {...typed.register('note')}
        />
        {counted === undefined ? null : <ReadersNotes no={version.no} counted={counted} />}
        <Cluster gap={12} align="center">
          <button
            type="submit"
            className={buttonClass('quiet')}
            aria-label={text.saveNote(version.no)}
            aria-disabled={saving.isPending || typed.values.note.trim() === version.note}
          >
            {text.save}
          </button>
        </Cluster>
      </form>
    </li>
  );
};

export const AdminVersionNotes = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch } = useQuery(bookChangesQuery(bookId));
  const counted = useQuery(versionNotesQuery(bookId));
  return (
    <RecordCard title={text.versionNotes}>
      <Text as="p" size={13} tone="faint" marginBottom={16}>
        {text.versionNotesHint}
      </Text>
      {counted.isError ? (
        <LoadFailure text={recordsText.failed(text.notesOfReaders)} retryLabel={recordsText.retry} onRetry={() => void counted.refetch()} />
      ) : null}
      {data === undefined ? (
        isError ? (
          <LoadFailure text={recordsText.failed(text.versionNotes)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
        ) : (
          <RecordsSkeleton label={recordsText.loading} />
        )
      ) : (
        <Stack as="ul" gap={24}>
          {data.versions.map((version) => (
            <Note key={version.no} bookId={bookId} version={version} counted={counted.data} />
          ))}
        </Stack>
      )}
    </RecordCard>
  );
};
