/** Admin form for the edition number of a book and the other editions of the same work. */
import { type AdminBook, setBookEdition } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, RecordCard, StateBadge, Text, TextButton, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { AdminBookFinder } from './admin-book-finder.tsx';
import styles from './admin-books.module.css';
import { adminBookQuery, STATE_TONES } from './admin-books.tsx';

const text = adminCatalogText.book;

const editionFields = z.object({
  edition: z
    .string()
    .trim()
    .regex(/^[1-9]\d?$/, text.editionWrong)
    .transform(Number),
});

type Edition = AdminBook['editions'][number];

const Linked = ({ editions, bookId, onUnlink }: { editions: readonly Edition[]; bookId: string; onUnlink: (one: Edition) => void }) =>
  editions.length === 0 ? null : (
    <ul className={styles.editions} aria-label={text.linked}>
      {editions.map((one) => (
        <Cluster key={one.bookId} as="li" gap={[4, 16]} align="center" className={styles.edition}>
          <strong>{catalogText.editionNo(one.edition)}</strong>
          <span className={styles.editionTitle}>
            {one.bookId === bookId ? text.thisBook : <Link to={`/admin/books/${one.bookId}`}>{one.title}</Link>}
          </span>
          <StateBadge tone={STATE_TONES[one.state]}>{catalogText.shelfStates[one.state]}</StateBadge>
          <TextButton type="button" size="inherit" underline aria-label={text.unlinkTitle(one.title)} onClick={() => onUnlink(one)}>
            {text.unlink}
          </TextButton>
        </Cluster>
      ))}
    </ul>
  );

export const AdminBookEditions = ({ book }: { book: AdminBook }) => {
  const queryClient = useQueryClient();
  const form = useForm({ initial: () => ({ edition: String(book.edition) }), schema: editionFields });
  const [leaving, setLeaving] = useState<Edition>();
  const saving = useMutation({
    mutationFn: (input: { bookId: string; edition: number; sameWorkAs?: string | null }) => call(setBookEdition, input),
    onSuccess: async (saved) => {
      setLeaving(undefined);
      if (saved.bookId === book.bookId) queryClient.setQueryData(adminBookQuery(book.bookId).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: ['catalog'] });
    },
  });
  const handlerOf = (sameWorkAs?: string) =>
    form.handleSubmit(({ edition }) => {
      if (!saving.isPending) saving.mutate({ bookId: book.bookId, edition, ...(sameWorkAs === undefined ? {} : { sameWorkAs }) });
    });
  return (
    <RecordCard title={text.editionsTitle}>
      <Text as="p" size={13} tone="faint" marginBottom={16}>
        {text.editionsLead}
      </Text>
      <Linked editions={book.editions} bookId={book.bookId} onUnlink={setLeaving} />
      <form className={styles.form} noValidate onSubmit={handlerOf()}>
        <TextField
          label={text.edition}
          inputMode="numeric"
          maxLength={2}
          error={form.errors.edition?.message}
          {...form.register('edition')}
        />
        <Cluster gap={12} align="center">
          <button type="submit" className={buttonClass('quiet')} aria-disabled={saving.isPending}>
            {saving.isPending ? adminText.saving : text.saveEdition}
          </button>
        </Cluster>
      </form>
      <section className={styles.finder} aria-label={text.link}>
        <Text as="h3" size={14} weight={600} className={styles.finderTitle}>
          {text.link}
        </Text>
        <Text as="p" size={13} tone="faint" marginBottom={16}>
          {text.linkHint}
        </Text>
        <AdminBookFinder
          selectedIds={[book.bookId, ...book.editions.map(({ bookId }) => bookId)]}
          actionLabel="choose"
          onSelect={({ bookId }) => handlerOf(bookId)()}
        />
      </section>
      {leaving === undefined ? null : (
        <ConfirmDialog
          title={text.unlinkTitle(leaving.title)}
          confirmLabel={text.unlink}
          isDestructive
          cancelLabel={adminText.cancel}
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
