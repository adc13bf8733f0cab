/** Form for the price of a book or a bundle, the duration of the right, and the sale window, with validation. */
import { LIMITS } from '@shufang/contract';
import { buttonClass, Cluster, Grid, SelectField, TextField } from '@shufang/ui';
import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { fenOf } from '../../../platform/records/fen.ts';
import styles from './admin-books.module.css';
import { daysOfTerm, type TermKind, termOfDays } from './term.ts';

const text = adminCatalogText.book;
const kinds: readonly TermKind[] = ['perpetual', 'months', 'days'];

export interface TypedPrice {
  readonly priceFen: number;
  /** Duration of the purchased right in days; absent for a permanent right. */
  readonly termDays?: number;
  /** Start and exclusive end of the sale window, UTC ms; each is absent if the sale has no such limit. */
  readonly saleFrom?: number;
  readonly saleTo?: number;
  /** Renewal price in fen; absent if a renewal costs as much as a purchase. */
  readonly renewalFen?: number;
}

interface PriceFormProps {
  /** Current price in fen; undefined if no price is set. */
  readonly priceFen: number | undefined;
  readonly termDays: number | undefined;
  readonly saleFrom: number | undefined;
  readonly saleTo: number | undefined;
  /** Current renewal price in fen. Absent where renewals are not sold; its `priceFen` is undefined if no renewal price is set. */
  readonly renewal?: { readonly priceFen: number | undefined };
  readonly hint: string;
  readonly isBusy: boolean;
  readonly onSave: (price: TypedPrice) => void;
}

/** Formats a time for a `datetime-local` field, in the device's time zone. */
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
  const [errors, setErrors] = useState<{
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
      setErrors({
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
          label={adminText.books.priceLabel}
          inputMode="decimal"
          maxLength={9}
          hint={hint}
          error={errors.price}
          value={yuan}
          onChange={setYuan}
        />
        <Grid gap={12} align="start" className={styles.pair}>
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
              error={errors.term}
              value={count}
              onChange={setCount}
            />
          )}
        </Grid>
        <Grid gap={12} align="start" className={styles.pair}>
          <TextField label={text.saleFrom} type="datetime-local" hint={text.saleHint} value={from} onChange={setFrom} />
          <TextField label={text.saleTo} type="datetime-local" error={errors.sale} value={to} onChange={setTo} />
        </Grid>
        {renewal === undefined ? null : (
          <TextField
            label={text.renewal}
            inputMode="decimal"
            maxLength={9}
            hint={text.renewalHint}
            error={errors.renewal}
            value={renewalYuan}
            onChange={setRenewalYuan}
          />
        )}
      </div>
      <Cluster gap={12} align="center">
        <button type="submit" className={buttonClass('quiet')} aria-disabled={isBusy}>
          {isBusy ? adminText.saving : adminText.books.savePrice}
        </button>
      </Cluster>
    </form>
  );
};
