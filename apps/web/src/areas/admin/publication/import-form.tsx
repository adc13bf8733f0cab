/** Form to import files: selects the files, the price and the disciplines of their books, and starts the uploads. */
import { accessModel, bookLevel, type ImportJob } from '@shufang/contract';
import { buttonClass, CheckboxOption, RadioOption, SelectField, Stack, Text, TextField } from '@shufang/ui';
import type { ReactNode } from 'react';
import { useForm } from '../../../platform/forms/use-form.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import { ChooseFiles } from './choose-files.tsx';
import { EMPTY_FORM, importForm, requestFieldsOf } from './import-fields.ts';
import styles from './import-form.module.css';
import { startUploads } from './uploads.ts';

const levelOptions = [
  { value: '', label: importText.noLevel },
  ...bookLevel.options.map((value) => ({ value, label: catalogText.levels[value] })),
];

interface ImportFormProps {
  /** Renders the field that selects disciplines; passed in by the page. */
  readonly renderCategories: (chosen: readonly string[], onChange: (chosen: readonly string[]) => void) => ReactNode;
  readonly onCreated: (job: ImportJob) => void;
  /** Called when the uploads have started. */
  readonly onStart: () => void;
}

export const ImportForm = ({ renderCategories, onCreated, onStart }: ImportFormProps) => {
  const form = useForm({ initial: EMPTY_FORM, schema: importForm });
  const { errors, values } = form;
  const { value: files, onChange: changeFiles, ref: filesRef } = form.register('files');
  const [publish, access, categories] = [form.register('publish'), form.register('access', ['price']), form.register('categories')];
  const handleSubmit = form.handleSubmit((valid) => {
    startUploads(valid.files, requestFieldsOf(valid), onCreated);
    onStart();
    form.setValue('files', []);
  });
  return (
    <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
      <ChooseFiles files={files} onFilesChange={changeFiles} buttonRef={filesRef} />
      <CheckboxOption gap={10} align="start" className={styles.check} checked={publish.value} onChange={publish.onChange}>
        <span>
          {importText.publish}
          <Text block size={13} tone="faint">
            {importText.publishHint}
          </Text>
        </span>
      </CheckboxOption>
      <Stack as="fieldset" gap={6} minWidth={0} className={styles.field}>
        <legend>{importText.access}</legend>
        <div className={styles.choices}>
          {accessModel.options.map((option) => (
            <RadioOption
              key={option}
              look="segment"
              className={styles.choice}
              name="access"
              value={option}
              checked={values.access === option}
              onChange={() => access.onChange(option)}
            >
              <span>{catalogText.accessModels[option]}</span>
            </RadioOption>
          ))}
        </div>
      </Stack>
      {values.access === 'paid' ? (
        <TextField label={importText.price} inputMode="decimal" maxLength={9} error={errors.price?.message} {...form.register('price')} />
      ) : null}
      <TextField
        label={importText.trial}
        inputMode="numeric"
        maxLength={9}
        error={errors.trialChapters?.message}
        hint={importText.trialHint}
        {...form.register('trialChapters')}
      />
      <TextField label={importText.publisher} hint={importText.publisherHint} maxLength={120} {...form.register('publisher')} />
      <SelectField label={importText.level} options={levelOptions} {...form.register('level')} />
      {renderCategories(categories.value, categories.onChange)}
      <div>
        <button type="submit" className={`${buttonClass()} ${styles.submit}`}>
          {importText.start(files.length)}
        </button>
        {errors.files === undefined ? null : (
          <p className={styles.error} role="alert">
            {errors.files.message}
          </p>
        )}
      </div>
    </Stack>
  );
};
