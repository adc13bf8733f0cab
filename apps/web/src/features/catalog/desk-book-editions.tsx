/** Which edition a book is, and which other books are editions of the same work, for editors. */
import { type DeskBook, setBookEdition } from '@shufang/contract';
import { buttonClass, ConfirmDialog, RecordCard, StateBadge, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import { DeskBookFinder } from './desk-book-finder.tsx';
import styles from './desk-books.module.css';
import { deskBookQuery, STATE_TONES } from './desk-books.tsx';

const text = deskCatalogueText.book;

type Edition = DeskBook['editions'][number];

const Linked = ({ editions, bookId, onUnlink }: { editions: readonly Edition[]; bookId: string; onUnlink: (one: Edition) => void }) =>
  editions.length === 0 ? null : (
    <ul className={styles.editions} aria-label={text.linked}>
      {editions.map((one) => (
        <li key={one.bookId} className={styles.edition}>
          <strong>{catalogText.editionNo(one.edition)}</strong>
          <span className={styles.editionTitle}>
            {one.bookId === bookId ? text.thisBook : <Link to={`/admin/books/${one.bookId}`}>{one.title}</Link>}
          </span>
          <StateBadge tone={STATE_TONES[one.state]}>{importText.shelf[one.state]}</StateBadge>
          <button type="button" className={styles.textButton} aria-label={text.unlinkTitle(one.title)} onClick={() => onUnlink(one)}>
            {text.unlink}
          </button>
        </li>
      ))}
    </ul>
  );

export const DeskBookEditions = ({ book }: { book: DeskBook }) => {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [edition, setEdition] = useState(String(book.edition));
  const [isWrong, setWrong] = useState(false);
  const [leaving, setLeaving] = useState<Edition>();
  const saving = useMutation({
    mutationFn: (wish: { bookId: string; edition: number; sameWorkAs?: string | null }) => call(setBookEdition, wish),
    onSuccess: async (saved) => {
      setLeaving(undefined);
      if (saved.bookId === book.bookId) queryClient.setQueryData(deskBookQuery(book.bookId).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: ['catalog'] });
    },
  });
  const save = (sameWorkAs?: string): void => {
    const isNumber = /^[1-9]\d?$/.test(edition.trim());
    flushSync(() => setWrong(!isNumber));
    if (!isNumber) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (!saving.isPending)
      saving.mutate({ bookId: book.bookId, edition: Number(edition.trim()), ...(sameWorkAs === undefined ? {} : { sameWorkAs }) });
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save();
  };
  return (
    <RecordCard title={text.editionsTitle}>
      <p className={styles.hint}>{text.editionsLead}</p>
      <Linked editions={book.editions} bookId={book.bookId} onUnlink={setLeaving} />
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.edition}
          inputMode="numeric"
          maxLength={2}
          fault={isWrong ? text.editionWrong : undefined}
          value={edition}
          onChange={setEdition}
        />
        <div className={styles.actions}>
          <button type="submit" className={buttonClass('quiet')} aria-disabled={saving.isPending}>
            {saving.isPending ? deskText.saving : text.saveEdition}
          </button>
        </div>
      </form>
      <section className={styles.finder} aria-label={text.link}>
        <h3 className={styles.finderTitle}>{text.link}</h3>
        <p className={styles.hint}>{text.linkHint}</p>
        <DeskBookFinder
          taken={[book.bookId, ...book.editions.map(({ bookId }) => bookId)]}
          verb="choose"
          onTake={({ bookId }) => save(bookId)}
        />
      </section>
      {leaving === undefined ? null : (
        <ConfirmDialog
          title={text.unlinkTitle(leaving.title)}
          confirmLabel={text.unlink}
          cancelLabel={deskText.cancel}
          isBusy={saving.isPending}
          onConfirm={() => saving.mutate({ bookId: leaving.bookId, edition: leaving.edition, sameWorkAs: null })}
          onClose={() => setLeaving(undefined)}
        >
          <p>{text.unlinkLead}</p>
        </ConfirmDialog>
      )}
    </RecordCard>
  );
};
