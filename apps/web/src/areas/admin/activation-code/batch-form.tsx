/** Form that requests a code batch; another operator approves or rejects the request. */
import { codePurpose, LIMITS, opensBook, requestCodeBatch } from '@shufang/contract';
import { buttonClass, Grid, SelectField, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import styles from '../../../features/activation-code/activation-code.module.css';
import { BookPicker, type ChosenBook } from '../../../features/activation-code/book-picker.tsx';
import { call } from '../../../platform/api/client.ts';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';
import { endOfDay, startOfDay } from '../../../platform/records/days.ts';

const isWhole = (text: string, min: number, max: number): boolean => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

const PURPOSES = codePurpose.options.map((value) => ({ value, label: codesText.purposes[value] }));
const REBIND_LIMITS = Array.from({ length: LIMITS.codeRebindMax + 1 }, (_, times) => ({ value: String(times), label: String(times) }));

export const BatchForm = () => {
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
      await queryClient.invalidateQueries({ queryKey: ['activation-code', 'batches'] });
    },
  });
  const errors = {
    book: book === undefined ? codesText.bookMissing : undefined,
    count: isWhole(count, 1, LIMITS.codesPerBatch) ? undefined : codesText.countWrong,
    boxSize: isWhole(boxSize, 1, LIMITS.codeBoxMax) ? undefined : codesText.numberWrong,
    termDays: !isForBooks || termDays === '' || isWhole(termDays, 1, LIMITS.codeTermDaysMax) ? undefined : codesText.numberWrong,
    // The client does not check whether the last day is in the past, because the clock of this device may be wrong; the server does.
    validUntil: opensAt !== undefined && closesAt !== undefined && closesAt <= opensAt ? codesText.validUntilEarly : undefined,
  };
  const shown: Partial<typeof errors> = isTried ? errors : {};
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (book !== undefined && Object.values(errors).every((error) => error === undefined)) requesting.mutate(book.id);
  };
  return (
    <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
      <BookPicker chosen={book} error={shown.book} onChoose={setBook} />
      <Grid gap={16} className={styles.fields}>
        <SelectField
          variant="soft"
          label={codesText.purpose}
          hint={codesText.purposeHints[purpose]}
          options={PURPOSES}
          value={purpose}
          onChange={(value) => setPurpose(codePurpose.parse(value))}
        />
        <TextField variant="soft" label={codesText.count} value={count} inputMode="numeric" error={shown.count} onChange={setCount} />
        <TextField
          variant="soft"
          label={codesText.boxSize}
          value={boxSize}
          inputMode="numeric"
          error={shown.boxSize}
          onChange={setBoxSize}
        />
        <TextField
          variant="soft"
          label={codesText.printing}
          value={printing}
          maxLength={60}
          placeholder={codesText.printingPlaceholder}
          onChange={setPrinting}
        />
        {isForBooks ? (
          <TextField
            variant="soft"
            label={codesText.term}
            value={termDays}
            inputMode="numeric"
            error={shown.termDays}
            onChange={setTermDays}
          />
        ) : null}
        <TextField variant="soft" label={codesText.validFromField} type="date" value={validFrom} onChange={setValidFrom} />
        <TextField
          variant="soft"
          label={codesText.validUntilField}
          type="date"
          value={validUntil}
          error={shown.validUntil}
          onChange={setValidUntil}
        />
        {isForBooks ? (
          <SelectField variant="soft" label={codesText.rebind} options={REBIND_LIMITS} value={rebindLimit} onChange={setRebindLimit} />
        ) : null}
      </Grid>
      <p>
        <button type="submit" className={buttonClass()} disabled={requesting.isPending}>
          {requesting.isPending ? codesText.requesting : codesText.request}
        </button>
      </p>
    </Stack>
  );
};
