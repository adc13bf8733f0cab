/** Form for the price of a book or a bundle, the duration of the right, and the sale window, with validation. */
import { LIMITS } from '@shufang/contract';
import { buttonClass, Cluster, Grid, SelectField, TextField } from '@shufang/ui';
import { z } from 'zod';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { fenOf } from '../../../platform/records/fen.ts';
import styles from './admin-books.module.css';
import { daysOfTerm, type TermKind, termOfDays } from './term.ts';

const text = adminCatalogText.book;
const termKind = z.enum(['perpetual', 'months', 'days'] satisfies TermKind[]);

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

/** Condition of a rule that also applies if other fields are invalid, so that all errors are shown together. */
const always = (): boolean => true;

interface TermInput {
  readonly kind: TermKind;
  readonly count: string;
}
const termDaysOf = ({ kind, count }: TermInput): number | undefined => daysOfTerm({ kind, count: Number(count.trim()) });
const isTerm = (term: TermInput): boolean =>
  term.kind === 'perpetual' || (/^[1-9]\d{0,4}$/.test(term.count.trim()) && (termDaysOf(term) ?? 0) <= LIMITS.codeTermDaysMax);
/** Returns the renewal price in fen; undefined if none is set, and 0 for an invalid one. */
const renewalFenOf = (yuan: string): number | undefined => (yuan.trim() === '' ? undefined : (fenOf(yuan) ?? 0));

const priceFields = z
  .object({
    yuan: z.string().refine((yuan) => fenOf(yuan) !== undefined, text.priceWrong),
    kind: termKind,
    count: z.string(),
    from: z.string(),
    to: z.string(),
    renewalYuan: z.string(),
  })
  .refine(isTerm, { path: ['count'], error: text.termWrong, when: always })
  .refine(({ from, to }) => (momentOf(from) ?? Number.NEGATIVE_INFINITY) < (momentOf(to) ?? Number.POSITIVE_INFINITY), {
    path: ['to'],
    error: text.saleWrong,
    when: always,
  })
  .refine(
    ({ yuan, renewalYuan }) => {
      const renewalFen = renewalFenOf(renewalYuan);
      return renewalFen === undefined || (renewalFen > 0 && renewalFen < (fenOf(yuan) ?? Number.POSITIVE_INFINITY));
    },
    { path: ['renewalYuan'], error: text.renewalWrong, when: always },
  );

export const PriceForm = (props: PriceFormProps) => {
  const { priceFen: knownFen, termDays: knownDays, renewal, hint, isBusy, onSave } = props;
  const known = termOfDays(knownDays);
  const { register, errors, values, handleSubmit } = useForm({
    initial: () => ({
      yuan: knownFen === undefined ? '' : (knownFen / 100).toFixed(2),
      kind: known.kind,
      count: known.count === 0 ? '' : String(known.count),
      from: minuteOf(props.saleFrom),
      to: minuteOf(props.saleTo),
      renewalYuan: renewal?.priceFen === undefined ? '' : (renewal.priceFen / 100).toFixed(2),
    }),
    schema: priceFields,
  });
  const { kind } = values;
  const kindField = register('kind', ['count']);
  const save = handleSubmit(({ yuan, from, to, renewalYuan, ...term }) => {
    const [priceFen, termDays, saleFrom, saleTo, renewalFen] = [
      fenOf(yuan),
      termDaysOf(term),
      momentOf(from),
      momentOf(to),
      renewalFenOf(renewalYuan),
    ];
    if (priceFen === undefined || isBusy) return;
    onSave({
      priceFen,
      ...(termDays === undefined ? {} : { termDays }),
      ...(saleFrom === undefined ? {} : { saleFrom }),
      ...(saleTo === undefined ? {} : { saleTo }),
      ...(renewalFen === undefined ? {} : { renewalFen }),
    });
  });
  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <div className={styles.fields}>
        <TextField
          label={adminText.books.priceLabel}
          inputMode="decimal"
          maxLength={9}
          hint={hint}
          error={errors.yuan?.message}
          {...register('yuan', ['renewalYuan'])}
        />
        <Grid gap={12} align="start" className={styles.pair}>
          <SelectField
            label={text.term}
            options={termKind.options.map((value) => ({ value, label: text.termKinds[value] }))}
            {...kindField}
          />
          {kind === 'perpetual' ? null : (
            <TextField
              label={text.termCount[kind]}
              inputMode="numeric"
              maxLength={5}
              hint={kind === 'months' ? text.termHint : undefined}
              error={errors.count?.message}
              {...register('count')}
            />
          )}
        </Grid>
        <Grid gap={12} align="start" className={styles.pair}>
          <TextField label={text.saleFrom} type="datetime-local" hint={text.saleHint} {...register('from', ['to'])} />
          <TextField label={text.saleTo} type="datetime-local" error={errors.to?.message} {...register('to')} />
        </Grid>
        {renewal === undefined ? null : (
          <TextField
            label={text.renewal}
            inputMode="decimal"
            maxLength={9}
            hint={text.renewalHint}
            error={errors.renewalYuan?.message}
            {...register('renewalYuan')}
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
