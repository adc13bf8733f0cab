/** Dialog that adds a textbook to an adoption list, or changes one. */
import { type AdoptionItem, adoptionAward, adoptionForm, LIMITS } from '@shufang/contract';
import { CheckboxOption, DialogActions, Grid, ModalDialog, SelectField, Stack, TextAreaField, TextField } from '@shufang/ui';
import { BookPicker, type ChosenBook } from '../../../features/activation-code/book-picker.tsx';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adoptionText as text } from '../../../platform/messages/zh-cn/adoption.ts';
import styles from './adoption.module.css';
import type { ItemInput } from './adoption-input.ts';
import { inputOfValues, itemFields, valuesOfItem } from './item-fields.ts';

interface AdoptionItemDialogProps {
  readonly listId: string;
  /** The changed textbook; absent for a new one. */
  readonly item: AdoptionItem | undefined;
  readonly classes: readonly { readonly id: string; readonly name: string }[];
  readonly isBusy: boolean;
  /** Stores the textbook; rejects if it was not stored. */
  readonly onSave: (item: ItemInput) => Promise<unknown>;
  readonly onClose: () => void;
}

export const AdoptionItemDialog = ({ listId, item, classes, isBusy, onSave, onClose }: AdoptionItemDialogProps) => {
  const form = useForm({
    initial: () => valuesOfItem(item),
    schema: itemFields,
    draft: `adoption-item:${listId}:${item === undefined ? 'new' : item.isbn + item.courseCode}`,
    draftFields: ['courseCode', 'course', 'isbn', 'edition', 'publisher', 'students', 'price', 'reason'],
  });
  const { errors, values } = form;
  const handleSubmit = form.handleSubmit((valid) => {
    if (isBusy) return;
    void onSave(inputOfValues(valid)).then(form.dropDraft, () => undefined);
  });
  const choose = (book: ChosenBook | undefined): void => {
    form.setValue('book', book);
    form.clearErrors('book');
    if (book?.isbn !== undefined) form.setValue('isbn', book.isbn);
    if (book?.publisher !== undefined) form.setValue('publisher', book.publisher);
    if (book?.edition !== undefined) form.setValue('edition', text.editionOf(book.edition));
  };
  const formField = form.register('form');
  const awardField = form.register('award');
  const knownClasses =
    item?.classId === undefined || classes.some(({ id }) => id === item.classId)
      ? classes
      : [{ id: item.classId, name: item.className }, ...classes];
  return (
    <ModalDialog title={item === undefined ? text.addItem : text.editItem} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <BookPicker chosen={values.book} error={errors.book?.message} inputRef={form.register('book').ref} onChoose={choose} />
        <Grid gap={16} className={styles.fields}>
          <TextField
            label={text.courseCode}
            error={errors.courseCode?.message}
            maxLength={LIMITS.adoptionCourseCodeChars}
            {...form.register('courseCode')}
          />
          <TextField
            label={text.course}
            error={errors.course?.message}
            maxLength={LIMITS.adoptionCourseChars}
            {...form.register('course')}
          />
          <SelectField
            label={text.class}
            options={[{ value: '', label: text.allClasses }, ...knownClasses.map(({ id, name }) => ({ value: id, label: name }))]}
            {...form.register('classId')}
          />
          <SelectField
            label={text.form}
            options={adoptionForm.options.map((value) => ({ value, label: text.forms[value] }))}
            {...formField}
            onChange={(value) => formField.onChange(adoptionForm.parse(value))}
          />
          <TextField
            label={text.isbn}
            hint={text.isbnHint}
            error={errors.isbn?.message}
            maxLength={20}
            inputMode="numeric"
            {...form.register('isbn')}
          />
          <TextField
            label={text.edition}
            hint={text.editionHint}
            error={errors.edition?.message}
            maxLength={LIMITS.adoptionEditionChars}
            {...form.register('edition')}
          />
          <TextField label={text.publisher} maxLength={LIMITS.adoptionPublisherChars} {...form.register('publisher')} />
          <SelectField
            label={text.award}
            options={adoptionAward.options.map((value) => ({ value, label: text.awards[value] }))}
            {...awardField}
            onChange={(value) => awardField.onChange(adoptionAward.parse(value))}
          />
          <TextField
            label={text.students}
            error={errors.students?.message}
            inputMode="numeric"
            maxLength={6}
            {...form.register('students')}
          />
          <TextField label={text.priceYuan} error={errors.price?.message} inputMode="decimal" maxLength={8} {...form.register('price')} />
        </Grid>
        <CheckboxOption checked={values.hasTeacherCopy} onChange={(isChecked) => form.setValue('hasTeacherCopy', isChecked)}>
          {text.hasTeacherCopy}
        </CheckboxOption>
        <CheckboxOption checked={values.isMarxist} onChange={(isChecked) => form.setValue('isMarxist', isChecked)}>
          {text.isMarxist}
        </CheckboxOption>
        <TextAreaField
          label={text.reason}
          hint={text.reasonHint}
          rows={3}
          maxLength={LIMITS.adoptionReasonChars}
          {...form.register('reason')}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
