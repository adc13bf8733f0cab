/** Admin form for the trial of a book: its first chapters, or individually selected chapters. */
import { type AdminBook, LIMITS, listBookChapters, type OutputOf, saveAdminBook } from '@shufang/contract';
import { buttonClass, CheckboxOption, Cluster, LoadFailure, RadioOption, RecordCard, Row, Stack, Text, TextField } from '@shufang/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { anyOf } from '../../../platform/forms/chosen.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import styles from './admin-book-trial.module.css';
import { TRIAL_LIMITS } from './limits.ts';
import { belowOf, shareOf, type TrialSelection } from './trial-share.ts';

const text = adminCatalogText.trial;

type Chapters = OutputOf<typeof listBookChapters>;

interface TreeProps {
  readonly chapters: Chapters;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  /** Ref of the first checkbox, which gets the focus if the choice is invalid. */
  readonly firstRef: (box: HTMLInputElement | null) => void;
}

/**
 * The table of contents with a checkbox for each part. Checking a part checks everything below it; a partly checked part is indeterminate.
 */
const ChapterTree = ({ chapters: { items }, chosen, onChange, firstRef }: TreeProps) => (
  <ul className={styles.tree} aria-label={text.chapters}>
    {items.map(({ title, depth }, index) => {
      const { keys, chars } = belowOf(items, index);
      const ticked = keys.filter((key) => chosen.has(key)).length;
      const isAll = ticked === keys.length;
      return (
        // A heading without a chapter has no key, so the index of the row identifies it; the list never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} style={{ '--depth': Math.min(depth, 5) } as CSSProperties}>
          <CheckboxOption
            gap={12}
            className={styles.row}
            checked={isAll}
            ref={(box) => {
              if (index === 0) firstRef(box);
              if (box !== null) box.indeterminate = ticked > 0 && !isAll;
            }}
            onChange={() => onChange(isAll ? new Set([...chosen].filter((key) => !keys.includes(key))) : new Set([...chosen, ...keys]))}
          >
            <Text breakWords>{title === '' ? text.untitled : title}</Text>
            <Text size={13} tone="faint" tabular whiteSpace="nowrap">
              {text.chars(chars)}
            </Text>
          </CheckboxOption>
        </li>
      );
    })}
  </ul>
);

const Sum = ({ chapters, selection }: { chapters: Chapters; selection: TrialSelection }) => {
  const { count, chars, share } = shareOf(chapters, selection);
  return (
    <Stack role="status" gap={4} size={14}>
      <p>{count === 0 ? text.none : text.sum(count, chars, share)}</p>
      {share > TRIAL_LIMITS.trialShareUsual ? (
        <Text as="p" size={14} tone="accent">
          {text.much(TRIAL_LIMITS.trialShareUsual)}
        </Text>
      ) : null}
    </Stack>
  );
};

const summaryOf = ({ accessModel, trialChapters, trialChosen }: AdminBook): string => {
  if (accessModel === 'free') return text.freeBook;
  if (trialChapters === 0) return text.none;
  return trialChosen === undefined ? text.nowFirst(trialChapters) : text.nowChosen(trialChapters);
};

const isCount = (text: string): boolean => /^\d{1,3}$/.test(text.trim());

const trialFields = z
  .object({ isChosen: z.boolean(), first: z.string(), chosen: anyOf<ReadonlySet<string>>() })
  .refine(({ isChosen, first }) => isChosen || isCount(first), { path: ['first'], error: adminText.books.trialWrong })
  .refine(({ isChosen, chosen }) => !isChosen || chosen.size <= LIMITS.trialChosenMax, {
    path: ['chosen'],
    error: text.tooMany(LIMITS.trialChosenMax),
  });

/** Returns the selection that the form describes; no chapter while the number is invalid. */
const selectionOf = ({ isChosen, first, chosen }: z.output<typeof trialFields>): TrialSelection =>
  isChosen ? { chosen } : { first: isCount(first) ? Number(first) : 0 };

interface AdminBookTrialProps {
  readonly book: AdminBook;
  readonly onSaved: (book: AdminBook) => void;
}

export const AdminBookTrial = ({ book, onSaved }: AdminBookTrialProps) => {
  const { bookId } = book;
  const form = useForm({
    initial: (): z.input<typeof trialFields> => ({
      isChosen: book.trialChosen !== undefined,
      first: String(book.trialChosen === undefined ? book.trialChapters : TRIAL_LIMITS.trialChaptersUsual),
      chosen: new Set(book.trialChosen),
    }),
    schema: trialFields,
  });
  const { errors } = form;
  const { value: isChosen, onChange: changeWay } = form.register('isChosen', ['first', 'chosen']);
  const { value: chosen, onChange: changeChosen, ref: chosenRef } = form.register('chosen');
  const { data, isError, refetch } = useQuery({
    queryKey: ['catalog', 'book-chapters', bookId],
    queryFn: ({ signal }) => call(listBookChapters, { bookId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
  const saving = useMutation({
    mutationFn: (selection: TrialSelection) =>
      call(saveAdminBook, {
        bookId,
        ...('chosen' in selection ? { trialChosen: [...selection.chosen] } : { trialChapters: selection.first }),
      }),
    onSuccess: onSaved,
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(selectionOf(fields));
  });
  return (
    <RecordCard title={text.title}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <Text as="p" size={13} tone="faint">
          {summaryOf(book)}
        </Text>
        <Cluster as="fieldset" gap={[8, 24]}>
          <legend className="visually-hidden">{text.way}</legend>
          <RadioOption name="trial-way" checked={!isChosen} onChange={() => changeWay(false)}>
            {text.byNumber}
          </RadioOption>
          <RadioOption name="trial-way" checked={isChosen} onChange={() => changeWay(true)}>
            {text.byChoice}
          </RadioOption>
        </Cluster>
        {isChosen ? null : (
          <div className={styles.number}>
            <TextField
              label={adminText.books.trial}
              inputMode="numeric"
              maxLength={3}
              error={errors.first?.message}
              {...form.register('first')}
            />
          </div>
        )}
        {data === undefined ? (
          isError ? (
            <LoadFailure text={recordsText.failed(text.chapters)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
          ) : (
            <p role="status">{recordsText.loading}</p>
          )
        ) : (
          <>
            {isChosen && data.items.length === 0 ? <p>{text.noChapters}</p> : null}
            {isChosen && data.items.length > 0 ? (
              <ChapterTree chapters={data} chosen={chosen} onChange={changeChosen} firstRef={chosenRef} />
            ) : null}
            <Sum chapters={data} selection={selectionOf(form.values)} />
          </>
        )}
        {isChosen && errors.chosen !== undefined ? (
          <Text role="alert" as="p" size={14} tone="accent">
            {errors.chosen.message}
          </Text>
        ) : null}
        <Row gap={12}>
          <button type="submit" className={buttonClass()} aria-disabled={saving.isPending || (isChosen && data === undefined)}>
            {saving.isPending ? adminText.saving : text.save}
          </button>
        </Row>
      </Stack>
    </RecordCard>
  );
};
