/** What an editor tells readers of each version of a book. */
import { type BookVersionRecord, LIMITS, saveVersionNote } from '@shufang/contract';
import { buttonClass, LoadFailure, RecordCard, RecordsSkeleton, TextAreaField } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { bookPageText as text } from '../../platform/messages/zh-cn/book-page.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { KeptWordsNotice } from '../../platform/records/kept-words-notice.tsx';
import { useTyped } from '../../platform/storage/use-typed.ts';
import pageStyles from './book-page.module.css';
import styles from './desk-books.module.css';
import { bookChangesQuery } from './queries.ts';

const dateFormat = chineseDates({ dateStyle: 'medium' });

const Note = ({ bookId, version }: { bookId: string; version: BookVersionRecord }) => {
  const queryClient = useQueryClient();
  const typed = useTyped(`version-note:${bookId}:${version.no}`, { note: version.note });
  const { note } = typed.values;
  const saving = useMutation({
    mutationFn: () => call(saveVersionNote, { bookId, no: version.no, note }),
    onSuccess: (saved) => {
      typed.drop();
      queryClient.setQueryData(bookChangesQuery(bookId).queryKey, saved);
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  };
  return (
    <li>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <KeptWordsNotice isRestored={typed.isRestored} onGiveUp={typed.giveUp} />
        <TextAreaField
          label={text.versionNote(version.no)}
          hint={`${dateFormat.format(version.releasedAt)} · ${version.changes === undefined ? text.firstVersion : text.changeLine(version.changes)}`}
          rows={2}
          maxLength={LIMITS.versionNoteChars}
          value={note}
          onChange={(value) => typed.type('note', value)}
        />
        <div className={styles.actions}>
          <button
            type="submit"
            className={buttonClass('quiet')}
            aria-label={text.saveNote(version.no)}
            aria-disabled={saving.isPending || note.trim() === version.note}
          >
            {text.save}
          </button>
        </div>
      </form>
    </li>
  );
};

export const DeskVersionNotes = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch } = useQuery(bookChangesQuery(bookId));
  return (
    <RecordCard title={text.versionNotes}>
      <p className={styles.hint}>{text.versionNotesHint}</p>
      {data === undefined ? (
        isError ? (
          <LoadFailure text={deskText.failed(text.versionNotes)} retryLabel={deskText.retry} onRetry={() => void refetch()} />
        ) : (
          <RecordsSkeleton label={deskText.loading} />
        )
      ) : (
        <ul className={pageStyles.noteList}>
          {data.versions.map((version) => (
            <Note key={version.no} bookId={bookId} version={version} />
          ))}
        </ul>
      )}
    </RecordCard>
  );
};
