/** A price and how long the right lasts: the fields, checked, for a book or a collection sold as one. */
import { LIMITS } from '@shufang/contract';
import { buttonClass, SelectField, TextField } from '@shufang/ui';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { fenOf } from '../../platform/records/fen.ts';
import styles from './desk-books.module.css';
import { daysOfTerm, type TermKind, termOfDays } from './term.ts';

const text = deskCatalogueText.book;
const kinds: readonly TermKind[] = ['perpetual', 'months', 'days'];

export interface TypedPrice {
  readonly priceFen: number;
  /** Absent: for good. */
  readonly termDays?: number;
}

interface PriceFormProps {
  /** Absent: nothing is asked yet. */
  readonly priceFen: number | undefined;
  readonly termDays: number | undefined;
  readonly hint: string;
  readonly isBusy: boolean;
  readonly onSave: (price: TypedPrice) => void;
}

export const PriceForm = ({ priceFen: knownFen, termDays: knownDays, hint, isBusy, onSave }: PriceFormProps) => {
  const known = termOfDays(knownDays);
  const [yuan, setYuan] = useState(knownFen === undefined ? '' : (knownFen / 100).toFixed(2));
  const [kind, setKind] = useState<TermKind>(known.kind);
  const [count, setCount] = useState(known.count === 0 ? '' : String(known.count));
  const [faults, setFaults] = useState<{ readonly price?: string; readonly term?: string }>({});
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
    else if (!isBusy) onSave({ priceFen, ...(termDays === undefined ? {} : { termDays }) });
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <div className={styles.fields}>
        <TextField
          label={deskText.books.priceLabel}
          inputMode="decimal"
          maxLength={9}
          hint={hint}
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
        <button type="submit" className={buttonClass('quiet')} aria-disabled={isBusy}>
          {isBusy ? deskText.saving : deskText.books.savePrice}
        </button>
      </div>
    </form>
  );
};
