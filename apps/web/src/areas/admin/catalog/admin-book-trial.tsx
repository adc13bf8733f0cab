/** Admin form for the trial of a book: its first chapters, or individually selected chapters. */
import { type AdminBook, LIMITS, listBookChapters, type OutputOf, saveAdminBook } from '@shufang/contract';
import { buttonClass, CheckboxOption, Cluster, LoadFailure, RadioOption, RecordCard, Row, Stack, Text, TextField } from '@shufang/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type CSSProperties, type SubmitEvent, useState } from 'react';
import { call } from '../../../platform/api/client.ts';
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
}

/**
 * The table of contents with a checkbox for each part. Checking a part checks everything below it; a partly checked part is indeterminate.
 */
const ChapterTree = ({ chapters: { items }, chosen, onChange }: TreeProps) => (
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

interface AdminBookTrialProps {
  readonly book: AdminBook;
  readonly onSaved: (book: AdminBook) => void;
}

export const AdminBookTrial = ({ book, onSaved }: AdminBookTrialProps) => {
  const { bookId } = book;
  const [isChosen, setChosenMode] = useState(book.trialChosen !== undefined);
  const [first, setFirst] = useState(String(book.trialChosen === undefined ? book.trialChapters : TRIAL_LIMITS.trialChaptersUsual));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(book.trialChosen));
  const [errorText, setErrorText] = useState<string>();
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
  const isNumber = /^\d{1,3}$/.test(first.trim());
  const selection: TrialSelection = isChosen ? { chosen } : { first: isNumber ? Number(first) : 0 };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found = isChosen
      ? chosen.size > LIMITS.trialChosenMax
        ? text.tooMany(LIMITS.trialChosenMax)
        : undefined
      : isNumber
        ? undefined
        : adminText.books.trialWrong;
    setErrorText(found);
    if (found === undefined && !saving.isPending) saving.mutate(selection);
  };
  return (
    <RecordCard title={text.title}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <Text as="p" size={13} tone="faint">
          {summaryOf(book)}
        </Text>
        <Cluster as="fieldset" gap={[8, 24]}>
          <legend className="visually-hidden">{text.way}</legend>
          <RadioOption name="trial-way" checked={!isChosen} onChange={() => setChosenMode(false)}>
            {text.byNumber}
          </RadioOption>
          <RadioOption name="trial-way" checked={isChosen} onChange={() => setChosenMode(true)}>
            {text.byChoice}
          </RadioOption>
        </Cluster>
        {isChosen ? null : (
          <div className={styles.number}>
            <TextField
              label={adminText.books.trial}
              inputMode="numeric"
              maxLength={3}
              error={errorText}
              value={first}
              onChange={setFirst}
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
            {isChosen && data.items.length > 0 ? <ChapterTree chapters={data} chosen={chosen} onChange={setChosen} /> : null}
            <Sum chapters={data} selection={selection} />
          </>
        )}
        {isChosen && errorText !== undefined ? (
          <Text role="alert" as="p" size={14} tone="accent">
            {errorText}
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
