/** Form to import files: selects the files, the price and the disciplines of their books, and starts the uploads. */
import { accessModel, bookLevel, type ImportJob } from '@shufang/contract';
import { buttonClass, CheckboxOption, RadioOption, SelectField, Stack, Text, TextField } from '@shufang/ui';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import { ChooseFiles } from './choose-files.tsx';
import { EMPTY_FORM, type FieldErrors, type FormValues, readForm } from './import-fields.ts';
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
  const [files, setFiles] = useState<readonly File[]>([]);
  const [values, setValues] = useState(EMPTY_FORM);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isFileMissing, setFileMissing] = useState(false);
  const change = (part: Partial<FormValues>): void => setValues((old) => ({ ...old, ...part }));

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const read = readForm(values);
    flushSync(() => {
      setErrors('errors' in read ? read.errors : {});
      setFileMissing(files.length === 0);
    });
    if ('errors' in read || files.length === 0) {
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    startUploads(files, read.fields, onCreated);
    onStart();
    setFiles([]);
  };
  return (
    <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
      <ChooseFiles
        files={files}
        onFilesChange={(chosen) => {
          setFiles(chosen);
          setFileMissing(false);
        }}
      />
      <CheckboxOption gap={10} align="start" className={styles.check} checked={values.publish} onChange={(publish) => change({ publish })}>
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
              onChange={() => change({ access: option })}
            >
              <span>{catalogText.accessModels[option]}</span>
            </RadioOption>
          ))}
        </div>
      </Stack>
      {values.access === 'paid' ? (
        <TextField
          label={importText.price}
          inputMode="decimal"
          maxLength={9}
          value={values.price}
          error={errors.price}
          onChange={(price) => change({ price })}
        />
      ) : null}
      <TextField
        label={importText.trial}
        inputMode="numeric"
        maxLength={9}
        value={values.trialChapters}
        error={errors.trialChapters}
        hint={importText.trialHint}
        onChange={(trialChapters) => change({ trialChapters })}
      />
      <TextField
        label={importText.publisher}
        hint={importText.publisherHint}
        maxLength={120}
        value={values.publisher}
        onChange={(publisher) => change({ publisher })}
      />
      <SelectField
        label={importText.level}
        options={levelOptions}
        value={values.level}
        onChange={(level) => change({ level: bookLevel.safeParse(level).data ?? '' })}
      />
      {renderCategories(values.categories, (categories) => change({ categories }))}
      <div>
        <button type="submit" className={`${buttonClass()} ${styles.submit}`}>
          {importText.start(files.length)}
        </button>
        {isFileMissing ? (
          <p className={styles.error} role="alert">
            {importText.needFile}
          </p>
        ) : null}
      </div>
    </Stack>
  );
};
