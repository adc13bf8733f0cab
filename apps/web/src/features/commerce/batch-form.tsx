/** Asks for a batch of codes; another person decides. */
import { codePurpose, LIMITS, opensBook, requestCodeBatch } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { endOfDay, startOfDay } from '../../platform/records/days.ts';
import { BookPicker, type ChosenBook } from './book-picker.tsx';
import styles from './commerce.module.css';
import { Field } from './field.tsx';

const isWhole = (text: string, min: number, max: number): boolean => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

export const BatchForm = () => {
  const id = useId();
  const queryClient = useQueryClient();
  const [book, setBook] = useState<ChosenBook>();
  const [purpose, setPurpose] = useState<(typeof codePurpose.options)[number]>('printedBook');
  const [count, setCount] = useState('1000');
  const [printing, setPrinting] = useState('');
  const [boxSize, setBoxSize] = useState(String(LIMITS.codeBoxDefault));
  const [termDays, setTermDays] = useState('');
  const [validFrom, setValidFrom] = useState('');
  const [validUntil, setValidUntil] = useState('');
  const [rebindLimit, setRebindLimit] = useState('1');
  const [isTried, setTried] = useState(false);
  const [opensAt, closesAt] = [startOfDay(validFrom), endOfDay(validUntil)];
  const isForBooks = opensBook(purpose);
  const requesting = useMutation({
    mutationFn: (bookId: string) =>
      call(requestCodeBatch, {
        bookId,
        purpose,
        count: Number(count),
        printing,
        boxSize: Number(boxSize),
        rebindLimit: isForBooks ? Number(rebindLimit) : 0,
        ...(termDays === '' || !isForBooks ? {} : { termDays: Number(termDays) }),
        ...(opensAt === undefined ? {} : { validFrom: opensAt }),
        ...(closesAt === undefined ? {} : { validUntil: closesAt }),
      }),
    onSuccess: async () => {
      setBook(undefined);
      setPrinting('');
      setValidFrom('');
      setValidUntil('');
      setTried(false);
      await queryClient.invalidateQueries({ queryKey: ['commerce', 'batches'] });
    },
  });
  const faults = {
    book: book === undefined ? codesText.bookMissing : undefined,
    count: isWhole(count, 1, LIMITS.codesPerBatch) ? undefined : codesText.countWrong,
    boxSize: isWhole(boxSize, 1, LIMITS.codeBoxMax) ? undefined : codesText.numberWrong,
    termDays: !isForBooks || termDays === '' || isWhole(termDays, 1, LIMITS.codeTermDaysMax) ? undefined : codesText.numberWrong,
    // That the day is past is told by the server, whose clock counts.
    validUntil: opensAt !== undefined && closesAt !== undefined && closesAt <= opensAt ? codesText.validUntilEarly : undefined,
  };
  const shown: Partial<typeof faults> = isTried ? faults : {};
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (book !== undefined && Object.values(faults).every((fault) => fault === undefined)) requesting.mutate(book.id);
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <BookPicker chosen={book} fault={shown.book} onChoose={setBook} />
      <div className={styles.fields}>
        <div className={styles.field}>
          <label htmlFor={`${id}-purpose`}>{codesText.purpose}</label>
          <select
            id={`${id}-purpose`}
            className={styles.input}
            aria-describedby={`${id}-purpose-hint`}
            value={purpose}
            onChange={(event) => setPurpose(codePurpose.parse(event.target.value))}
          >
            {codePurpose.options.map((option) => (
              <option key={option} value={option}>
                {codesText.purposes[option]}
              </option>
            ))}
          </select>
          <p id={`${id}-purpose-hint`} className={styles.faint}>
            {codesText.purposeHints[purpose]}
          </p>
        </div>
        <Field label={codesText.count} value={count} inputMode="numeric" fault={shown.count} onValue={setCount} />
        <Field label={codesText.boxSize} value={boxSize} inputMode="numeric" fault={shown.boxSize} onValue={setBoxSize} />
        <Field
          label={codesText.printing}
          value={printing}
          maxLength={60}
          placeholder={codesText.printingPlaceholder}
          onValue={setPrinting}
        />
        {isForBooks ? (
          <Field label={codesText.term} value={termDays} inputMode="numeric" fault={shown.termDays} onValue={setTermDays} />
        ) : null}
        <Field label={codesText.validFromField} type="date" value={validFrom} onValue={setValidFrom} />
        <Field label={codesText.validUntilField} type="date" value={validUntil} fault={shown.validUntil} onValue={setValidUntil} />
        {isForBooks ? (
          <div className={styles.field}>
            <label htmlFor={`${id}-rebind`}>{codesText.rebind}</label>
            <select
              id={`${id}-rebind`}
              className={styles.input}
              value={rebindLimit}
              onChange={(event) => setRebindLimit(event.target.value)}
            >
              {Array.from({ length: LIMITS.codeRebindMax + 1 }, (_, times) => (
                <option key={String(times)} value={times}>
                  {times}
                </option>
              ))}
            </select>
          </div>
        ) : null}
      </div>
      <p>
        <button type="submit" className={buttonClass()} disabled={requesting.isPending}>
          {requesting.isPending ? codesText.requesting : codesText.request}
        </button>
      </p>
    </form>
  );
};
