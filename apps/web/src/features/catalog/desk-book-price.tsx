/** What a book costs and how long the right lasts, for editors. */
import { type DeskBook, LIMITS, setBookPrice } from '@shufang/contract';
import { buttonClass, RecordCard, SelectField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import styles from './desk-books.module.css';
import { daysOfTerm, type Term, type TermKind, termOfDays } from './term.ts';

const text = deskCatalogueText.book;
const kinds: readonly TermKind[] = ['perpetual', 'months', 'days'];

const termText = ({ kind, count }: Term): string =>
  kind === 'perpetual' ? text.forGood : kind === 'months' ? text.months(count) : text.days(count);

/** Undefined for what is no price. Counted in text: 39.80 × 100 is not a whole number for a computer. */
const fenOf = (yuan: string): number | undefined => {
  const [, whole = '', rest = ''] = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(yuan.trim()) ?? [];
  const fen = Number(whole) * 100 + Number(rest.padEnd(2, '0'));
  return whole === '' || fen > LIMITS.priceFenMax ? undefined : fen;
};

const standingOf = ({ accessModel, priceFen, termDays }: DeskBook): string => {
  if (accessModel === 'free') return text.free;
  if (accessModel !== 'paid') return text.notSoldHint;
  return text.priceNow(`¥${(priceFen / 100).toFixed(2)}`, termText(termOfDays(termDays)));
};

export const DeskBookPrice = ({ book }: { book: DeskBook }) => {
  const queryClient = useQueryClient();
  const known = termOfDays(book.termDays);
  const [yuan, setYuan] = useState(book.accessModel === 'paid' ? (book.priceFen / 100).toFixed(2) : '');
  const [kind, setKind] = useState<TermKind>(known.kind);
  const [count, setCount] = useState(known.count === 0 ? '' : String(known.count));
  const [faults, setFaults] = useState<{ readonly price?: string; readonly term?: string }>({});
  const saving = useMutation({
    mutationFn: (price: { priceFen: number; termDays: number | undefined }) =>
      call(setBookPrice, {
        bookId: book.bookId,
        priceFen: price.priceFen,
        ...(price.termDays === undefined ? {} : { termDays: price.termDays }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const priceFen = fenOf(yuan);
    const termDays = daysOfTerm({ kind, count: Number(count.trim()) });
    const isTermWrong = kind !== 'perpetual' && !(/^[1-9]\d{0,4}$/.test(count.trim()) && (termDays ?? 0) <= LIMITS.codeTermDaysMax);
    flushSync(() =>
      setFaults({ ...(priceFen === undefined ? { price: text.priceWrong } : {}), ...(isTermWrong ? { term: text.termWrong } : {}) }),
    );
    if (priceFen === undefined || isTermWrong) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (!saving.isPending) saving.mutate({ priceFen, termDays });
  };
  return (
    <RecordCard title={text.priceTitle}>
      <p className={styles.hint}>{standingOf(book)}</p>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <div className={styles.fields}>
          <TextField
            label={deskText.books.priceLabel}
            inputMode="decimal"
            maxLength={9}
            hint={text.priceHint}
            fault={faults.price}
            value={yuan}
            onChange={setYuan}
          />
          <div className={styles.pair}>
            <SelectField
              label={text.term}
              options={kinds.map((value) => ({ value, label: text.termKinds[value] }))}
              value={kind}
              onChange={(value) => setKind(kinds.find((one) => one === value) ?? 'perpetual')}
            />
            {kind === 'perpetual' ? null : (
              <TextField
                label={text.termCount[kind]}
                inputMode="numeric"
                maxLength={5}
                hint={kind === 'months' ? text.termHint : undefined}
                fault={faults.term}
                value={count}
                onChange={setCount}
              />
            )}
          </div>
        </div>
        <div className={styles.actions}>
          <button type="submit" className={buttonClass('quiet')} aria-disabled={saving.isPending}>
            {saving.isPending ? deskText.saving : deskText.books.savePrice}
          </button>
        </div>
      </form>
    </RecordCard>
  );
};
