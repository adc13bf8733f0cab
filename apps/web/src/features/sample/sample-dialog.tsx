/** Dialog that asks for samples of books, printed or digital. */
import { LIMITS, requestSamples, type ShippingAddress, sampleForm } from '@shufang/contract';
import { DialogActions, Grid, ModalDialog, SelectField, Stack, Text, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { type Form, useForm } from '../../platform/forms/use-form.ts';
import { samplesText as text } from '../../platform/messages/zh-cn/samples.ts';
import { teachingText } from '../../platform/messages/zh-cn/teaching.ts';
import styles from './sample.module.css';
import { type SampleBook, type SampleValues, sampleFields } from './sample-fields.ts';

type ValidSample = z.output<typeof sampleFields>;

const inputOf = ({ books, form, students, receiver, phone, province, city, address, ...rest }: ValidSample) => ({
  ...rest,
  form,
  bookIds: books.map(({ id }) => id),
  students: Number(students),
  ...(form === 'print' ? { shipping: { receiver, phone, province, city, address } } : {}),
});

const AddressFields = ({ form }: { form: Form<SampleValues, ValidSample> }) => (
  <Stack gap={16}>
    <Grid gap={16} className={styles.fields}>
      <TextField
        label={text.receiver}
        error={form.errors.receiver?.message}
        maxLength={LIMITS.sampleReceiverChars}
        autoComplete="name"
        {...form.register('receiver')}
      />
      <TextField label={text.phone} type="tel" error={form.errors.phone?.message} maxLength={11} {...form.register('phone')} />
      <TextField label={text.province} error={form.errors.province?.message} maxLength={20} {...form.register('province')} />
      <TextField label={text.city} error={form.errors.city?.message} maxLength={30} {...form.register('city')} />
    </Grid>
    <TextField
      label={text.address}
      hint={text.addressUse}
      error={form.errors.address?.message}
      maxLength={LIMITS.sampleAddressChars}
      {...form.register('address')}
    />
  </Stack>
);

interface SampleDialogProps {
  /** The book of the page; absent if the teacher chooses books in the dialog. */
  readonly book?: SampleBook;
  /** The address of the last printed sample. */
  readonly lastShipping?: ShippingAddress | undefined;
  /** Renders the field in which the teacher chooses books. */
  readonly renderBooks?: (form: Form<SampleValues, ValidSample>) => ReactNode;
  readonly onClose: () => void;
}

export const SampleDialog = ({ book, lastShipping, renderBooks, onClose }: SampleDialogProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: (): SampleValues => ({
      books: book === undefined ? [] : [book],
      form: 'digital',
      course: '',
      term: teachingText.termAt(Date.now()),
      students: '',
      plan: '',
      receiver: lastShipping?.receiver ?? '',
      phone: lastShipping?.phone ?? '',
      province: lastShipping?.province ?? '',
      city: lastShipping?.city ?? '',
      address: lastShipping?.address ?? '',
    }),
    schema: sampleFields,
  });
  const requesting = useMutation({
    mutationFn: (values: ValidSample) => call(requestSamples, inputOf(values)),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sample'] }),
  });
  const handleSubmit = form.handleSubmit((values) => {
    if (!requesting.isPending) requesting.mutate(values);
  });
  const { errors } = form;
  const { onChange, ...formField } = form.register('form');
  return (
    <ModalDialog title={book === undefined ? text.request : `${text.request}：《${book.title}》`} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        {renderBooks?.(form)}
        <SelectField
          label={text.form}
          options={sampleForm.options.map((value) => ({ value, label: text.forms[value] }))}
          {...formField}
          onChange={(value) => onChange(sampleForm.parse(value))}
        />
        <Grid gap={16} className={styles.fields}>
          <TextField label={text.course} error={errors.course?.message} maxLength={LIMITS.sampleCourseChars} {...form.register('course')} />
          <TextField label={text.term} error={errors.term?.message} maxLength={LIMITS.sampleTermChars} {...form.register('term')} />
          <TextField
            label={text.students}
            error={errors.students?.message}
            inputMode="numeric"
            maxLength={6}
            {...form.register('students')}
          />
        </Grid>
        <TextAreaField
          label={text.plan}
          hint={text.planHint}
          error={errors.plan?.message}
          rows={3}
          maxLength={LIMITS.samplePlanChars}
          {...form.register('plan')}
        />
        {form.values.form === 'print' ? <AddressFields form={form} /> : null}
        <Text as="p" size={13} tone="faint">
          {text.lead}
        </Text>
        <DialogActions cancelLabel={text.cancel} submitLabel={text.submit} isBusy={requesting.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
