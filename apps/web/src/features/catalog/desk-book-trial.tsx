/** What of a book everybody may try, for editors: the first chapters, or chapters chosen one by one. */
import { type DeskBook, LIMITS, listBookChapters, type OutputOf, saveDeskBook } from '@shufang/contract';
import { buttonClass, LoadFailure, RecordCard, TextField } from '@shufang/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type CSSProperties, type SubmitEvent, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import styles from './desk-book-trial.module.css';
import { belowOf, shareOf, type TrialWish } from './trial-share.ts';

const text = deskCatalogueText.trial;

type Chapters = OutputOf<typeof listBookChapters>;

interface TreeProps {
  readonly chapters: Chapters;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** A part is ticked with all below it; of a part of which some is ticked the box says so. */
const ChapterTree = ({ chapters: { items }, chosen, onChange }: TreeProps) => (
  <ul className={styles.tree} aria-label={text.chapters}>
    {items.map(({ title, depth }, place) => {
      const { keys, chars } = belowOf(items, place);
      const ticked = keys.filter((key) => chosen.has(key)).length;
      const isAll = ticked === keys.length;
      return (
        // A heading has no key of its own; its place in a list that never changes is its name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place} style={{ '--depth': Math.min(depth, 5) } as CSSProperties}>
          <label className={styles.row}>
            <input
              type="checkbox"
              checked={isAll}
              ref={(box) => {
                if (box !== null) box.indeterminate = ticked > 0 && !isAll;
              }}
              onChange={() => onChange(isAll ? new Set([...chosen].filter((key) => !keys.includes(key))) : new Set([...chosen, ...keys]))}
            />
            <span className={styles.title}>{title === '' ? text.untitled : title}</span>
            <span className={styles.chars}>{text.chars(chars)}</span>
          </label>
        </li>
      );
    })}
  </ul>
);

const Sum = ({ chapters, wish }: { chapters: Chapters; wish: TrialWish }) => {
  const { count, chars, share } = shareOf(chapters, wish);
  return (
    <div role="status" className={styles.sum}>
      <p>{count === 0 ? text.none : text.sum(count, chars, share)}</p>
      {share > LIMITS.trialShareUsual ? <p className={styles.warning}>{text.much(LIMITS.trialShareUsual)}</p> : null}
    </div>
  );
};

const standingOf = ({ accessModel, trialChapters, trialChosen }: DeskBook): string => {
  if (accessModel === 'free') return text.freeBook;
  if (trialChapters === 0) return text.none;
  return trialChosen === undefined ? text.nowFirst(trialChapters) : text.nowChosen(trialChapters);
};

interface DeskBookTrialProps {
  readonly book: DeskBook;
  readonly onSaved: (book: DeskBook) => void;
}

export const DeskBookTrial = ({ book, onSaved }: DeskBookTrialProps) => {
  const { bookId } = book;
  const [isChosen, setChosenMode] = useState(book.trialChosen !== undefined);
  const [first, setFirst] = useState(String(book.trialChosen === undefined ? book.trialChapters : LIMITS.trialChaptersUsual));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(book.trialChosen));
  const [fault, setFault] = useState<string>();
  const { data, isError, refetch } = useQuery({
    queryKey: ['catalog', 'book-chapters', bookId],
    queryFn: ({ signal }) => call(listBookChapters, { bookId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
  const saving = useMutation({
    mutationFn: (wish: TrialWish) =>
      call(saveDeskBook, { bookId, ...('chosen' in wish ? { trialChosen: [...wish.chosen] } : { trialChapters: wish.first }) }),
    onSuccess: onSaved,
  });
  const isNumber = /^\d{1,3}$/.test(first.trim());
  const wish: TrialWish = isChosen ? { chosen } : { first: isNumber ? Number(first) : 0 };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found = isChosen
      ? chosen.size > LIMITS.trialChosenMax
        ? text.tooMany(LIMITS.trialChosenMax)
        : undefined
      : isNumber
        ? undefined
        : deskText.books.trialWrong;
    setFault(found);
    if (found === undefined && !saving.isPending) saving.mutate(wish);
  };
  return (
    <RecordCard title={text.title}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <p className={styles.hint}>{standingOf(book)}</p>
        <fieldset className={styles.ways}>
          <legend className="visually-hidden">{text.way}</legend>
          <label className={styles.way}>
            <input type="radio" name="trial-way" checked={!isChosen} onChange={() => setChosenMode(false)} />
            {text.byNumber}
          </label>
          <label className={styles.way}>
            <input type="radio" name="trial-way" checked={isChosen} onChange={() => setChosenMode(true)} />
            {text.byChoice}
          </label>
        </fieldset>
        {isChosen ? null : (
          <div className={styles.number}>
            <TextField label={deskText.books.trial} inputMode="numeric" maxLength={3} fault={fault} value={first} onChange={setFirst} />
          </div>
        )}
        {data === undefined ? (
          isError ? (
            <LoadFailure text={deskText.failed(text.chapters)} retryLabel={deskText.retry} onRetry={() => void refetch()} />
          ) : (
            <p role="status">{deskText.loading}</p>
          )
        ) : (
          <>
            {isChosen && data.items.length === 0 ? <p>{text.noChapters}</p> : null}
            {isChosen && data.items.length > 0 ? <ChapterTree chapters={data} chosen={chosen} onChange={setChosen} /> : null}
            <Sum chapters={data} wish={wish} />
          </>
        )}
        {isChosen && fault !== undefined ? (
          <p role="alert" className={styles.warning}>
            {fault}
          </p>
        ) : null}
        <div className={styles.actions}>
          <button type="submit" className={buttonClass()} aria-disabled={saving.isPending || (isChosen && data === undefined)}>
            {saving.isPending ? deskText.saving : text.save}
          </button>
        </div>
      </form>
    </RecordCard>
  );
};
