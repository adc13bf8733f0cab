/** A price, how long the right lasts and between which times it is sold: the fields, checked, for a book or a collection sold as one. */
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
  /** UTC ms, the latter exclusive; absent: no such bound. */
  readonly saleFrom?: number;
  readonly saleTo?: number;
  /** Absent: renewing costs as much. */
  readonly renewalFen?: number;
}

interface PriceFormProps {
  /** Absent: nothing is asked yet. */
  readonly priceFen: number | undefined;
  readonly termDays: number | undefined;
  readonly saleFrom: number | undefined;
  readonly saleTo: number | undefined;
  /** Absent: this is never renewed at a price of its own. */
  readonly renewal?: { readonly priceFen: number | undefined };
  readonly hint: string;
  readonly isBusy: boolean;
  readonly onSave: (price: TypedPrice) => void;
}

/** Minutes as such fields write them, in the time of who looks. */
const minuteOf = (at: number | undefined): string =>
  at === undefined ? '' : new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
const momentOf = (minute: string): number | undefined => {
  const at = minute === '' ? Number.NaN : new Date(minute).getTime();
  return Number.isNaN(at) ? undefined : at;
};

export const PriceForm = (props: PriceFormProps) => {
  const { priceFen: knownFen, termDays: knownDays, renewal, hint, isBusy, onSave } = props;
  const known = termOfDays(knownDays);
  const [yuan, setYuan] = useState(knownFen === undefined ? '' : (knownFen / 100).toFixed(2));
  const [kind, setKind] = useState<TermKind>(known.kind);
  const [count, setCount] = useState(known.count === 0 ? '' : String(known.count));
  const [from, setFrom] = useState(minuteOf(props.saleFrom));
  const [to, setTo] = useState(minuteOf(props.saleTo));
  const [renewalYuan, setRenewalYuan] = useState(renewal?.priceFen === undefined ? '' : (renewal.priceFen / 100).toFixed(2));
  const [faults, setFaults] = useState<{
    readonly price?: string;
    readonly term?: string;
    readonly sale?: string;
    readonly renewal?: string;
  }>({});
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const priceFen = fenOf(yuan);
    const termDays = daysOfTerm({ kind, count: Number(count.trim()) });
    const isTermWrong = kind !== 'perpetual' && !(/^[1-9]\d{0,4}$/.test(count.trim()) && (termDays ?? 0) <= LIMITS.codeTermDaysMax);
    const [saleFrom, saleTo] = [momentOf(from), momentOf(to)];
    const isSaleWrong = saleFrom !== undefined && saleTo !== undefined && saleFrom >= saleTo;
    const renewalFen = renewal === undefined || renewalYuan.trim() === '' ? undefined : (fenOf(renewalYuan) ?? 0);
    const isRenewalWrong = renewalFen !== undefined && (renewalFen === 0 || renewalFen >= (priceFen ?? Number.POSITIVE_INFINITY));
    flushSync(() =>
      setFaults({
        ...(priceFen === undefined ? { price: text.priceWrong } : {}),
        ...(isTermWrong ? { term: text.termWrong } : {}),
        ...(isSaleWrong ? { sale: text.saleWrong } : {}),
        ...(isRenewalWrong ? { renewal: text.renewalWrong } : {}),
      }),
    );
    if (priceFen === undefined || isTermWrong || isSaleWrong || isRenewalWrong)
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (!isBusy)
      onSave({
        priceFen,
        ...(termDays === undefined ? {} : { termDays }),
        ...(saleFrom === undefined ? {} : { saleFrom }),
        ...(saleTo === undefined ? {} : { saleTo }),
        ...(renewalFen === undefined ? {} : { renewalFen }),
      });
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
        <div className={styles.pair}>
          <TextField label={text.saleFrom} type="datetime-local" hint={text.saleHint} value={from} onChange={setFrom} />
          <TextField label={text.saleTo} type="datetime-local" fault={faults.sale} value={to} onChange={setTo} />
        </div>
        {renewal === undefined ? null : (
          <TextField
            label={text.renewal}
            inputMode="decimal"
            maxLength={9}
            hint={text.renewalHint}
            fault={faults.renewal}
            value={renewalYuan}
            onChange={setRenewalYuan}
          />
        )}
      </div>
      <div className={styles.actions}>
        <button type="submit" className={buttonClass('quiet')} aria-disabled={isBusy}>
          {isBusy ? deskText.saving : deskText.books.savePrice}
        </button>
      </div>
    </form>
  );
};
