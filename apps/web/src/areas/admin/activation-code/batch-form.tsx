/** Form that requests a code batch; another operator approves or rejects the request. */
import { codePurpose, LIMITS, opensBook, requestCodeBatch } from '@shufang/contract';
import { buttonClass, Grid, SelectField, Stack, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import styles from '../../../features/activation-code/activation-code.module.css';
import { BookPicker, type ChosenBook } from '../../../features/activation-code/book-picker.tsx';
import { call } from '../../../platform/api/client.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { chosen } from '../../../platform/forms/chosen.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';
import { endOfDay, startOfDay } from '../../../platform/records/days.ts';

const isWhole = (text: string, min: number, max: number): boolean => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

const PURPOSES = codePurpose.options.map((value) => ({ value, label: codesText.purposes[value] }));
const REBIND_LIMITS = Array.from({ length: LIMITS.codeRebindMax + 1 }, (_, times) => ({ value: String(times), label: String(times) }));

/** Condition of a rule that also applies if other fields are invalid, so that all errors are shown together. */
const always = (): boolean => true;

const batchFields = z
  .object({
    book: chosen<ChosenBook>(codesText.bookMissing),
    purpose: codePurpose,
    count: z.string().refine((count) => isWhole(count, 1, LIMITS.codesPerBatch), codesText.countWrong),
    printing: z.string(),
    boxSize: z.string().refine((size) => isWhole(size, 1, LIMITS.codeBoxMax), codesText.numberWrong),
    termDays: z.string(),
    validFrom: z.string(),
    validUntil: z.string(),
    rebindLimit: z.string(),
  })
  .refine(({ purpose, termDays }) => !opensBook(purpose) || termDays === '' || isWhole(termDays, 1, LIMITS.codeTermDaysMax), {
    path: ['termDays'],
    error: codesText.numberWrong,
    when: always,
  })
  // The client does not check whether the last day is in the past, because the clock of this device may be wrong; the server does.
  .refine(
    ({ validFrom, validUntil }) => (startOfDay(validFrom) ?? Number.NEGATIVE_INFINITY) < (endOfDay(validUntil) ?? Number.POSITIVE_INFINITY),
    { path: ['validUntil'], error: codesText.validUntilEarly, when: always },
  );

export const BatchForm = () => {
  const queryClient = useQueryClient();
  const { register, errors, values, reset, handleSubmit } = useForm({
    initial: (): z.input<typeof batchFields> => ({
      book: undefined,
      purpose: 'printedBook',
      count: '1000',
      printing: '',
      boxSize: String(LIMITS.codeBoxDefault),
      termDays: '',
      validFrom: '',
      validUntil: '',
      rebindLimit: '1',
    }),
    schema: batchFields,
  });
  // Number of sent requests. After each, the search for a book is empty again.
  const [sent, setSent] = useState(0);
  const [book, purpose] = [register('book'), register('purpose', ['termDays'])];
  const isForBooks = opensBook(values.purpose);
  const requesting = useMutation({
    mutationFn: ({
      book: { id },
      count,
      boxSize,
      termDays,
      validFrom,
      validUntil,
      rebindLimit,
      ...batch
    }: z.output<typeof batchFields>) => {
      const [opensAt, closesAt] = [startOfDay(validFrom), endOfDay(validUntil)];
      return call(requestCodeBatch, {
        ...batch,
        bookId: id,
        count: Number(count),
        boxSize: Number(boxSize),
        rebindLimit: opensBook(batch.purpose) ? Number(rebindLimit) : 0,
        ...(termDays === '' || !opensBook(batch.purpose) ? {} : { termDays: Number(termDays) }),
        ...(opensAt === undefined ? {} : { validFrom: opensAt }),
        ...(closesAt === undefined ? {} : { validUntil: closesAt }),
      });
    },
    onSuccess: async () => {
      reset();
      setSent((count) => count + 1);
      broadcast('toast', { kind: 'success', text: codesText.requested });
      await queryClient.invalidateQueries({ queryKey: ['activation-code', 'batches'] });
    },
  });
  return (
    <Stack as="form" gap={16} noValidate onSubmit={handleSubmit((batch) => requesting.mutate(batch))}>
      <BookPicker key={sent} chosen={book.value} error={errors.book?.message} inputRef={book.ref} onChoose={book.onChange} />
      <Grid gap={16} className={styles.fields}>
        <SelectField
          variant="soft"
          label={codesText.purpose}
          hint={codesText.purposeHints[values.purpose]}
          options={PURPOSES}
          {...purpose}
        />
        <TextField variant="soft" label={codesText.count} inputMode="numeric" error={errors.count?.message} {...register('count')} />
        <TextField variant="soft" label={codesText.boxSize} inputMode="numeric" error={errors.boxSize?.message} {...register('boxSize')} />
        <TextField
          variant="soft"
          label={codesText.printing}
          maxLength={60}
          placeholder={codesText.printingPlaceholder}
          {...register('printing')}
        />
        {isForBooks ? (
          <TextField variant="soft" label={codesText.term} inputMode="numeric" error={errors.termDays?.message} {...register('termDays')} />
        ) : null}
        <TextField variant="soft" label={codesText.validFromField} type="date" {...register('validFrom', ['validUntil'])} />
        <TextField
          variant="soft"
          label={codesText.validUntilField}
          type="date"
          error={errors.validUntil?.message}
          {...register('validUntil')}
        />
        {isForBooks ? <SelectField variant="soft" label={codesText.rebind} options={REBIND_LIMITS} {...register('rebindLimit')} /> : null}
      </Grid>
      <p>
        <button type="submit" className={buttonClass()} disabled={requesting.isPending}>
          {requesting.isPending ? codesText.requesting : codesText.request}
        </button>
      </p>
    </Stack>
  );
};
