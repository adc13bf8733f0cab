/** Chooses files and says how their books are sold and filed; then they are sent. */
import { accessModel, bookLevel, type ImportJob } from '@shufang/contract';
import { buttonClass, TextField as PlainField, SelectField } from '@shufang/ui';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import { ChooseFiles } from './choose-files.tsx';
import { EMPTY_FORM, type FieldFaults, type FormValues, readForm } from './import-fields.ts';
import styles from './import-form.module.css';
import { startUploads } from './uploads.ts';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly inputMode: 'decimal' | 'numeric';
  readonly fault: string | undefined;
  readonly hint?: string;
  readonly onChange: (value: string) => void;
}

const TextField = ({ label, value, inputMode, fault, hint, onChange }: TextFieldProps) => {
  const id = useId();
  const note = fault ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.input}
        inputMode={inputMode}
        maxLength={9}
        autoComplete="off"
        value={value}
        aria-invalid={fault !== undefined}
        {...(note === undefined ? {} : { 'aria-describedby': `${id}-note` })}
        onChange={(event) => onChange(event.target.value)}
      />
      {note === undefined ? null : (
        <p id={`${id}-note`} className={fault === undefined ? styles.note : styles.fault}>
          {note}
        </p>
      )}
    </div>
  );
};

const levelOptions = [
  { value: '', label: importText.noLevel },
  ...bookLevel.options.map((value) => ({ value, label: catalogText.levels[value] })),
];

interface ImportFormProps {
  /** The disciplines to choose from. */
  readonly renderCategories: (chosen: readonly string[], onChange: (chosen: readonly string[]) => void) => ReactNode;
  readonly onCreated: (job: ImportJob) => void;
  /** The files are on their way. */
  readonly onStart: () => void;
}

export const ImportForm = ({ renderCategories, onCreated, onStart }: ImportFormProps) => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [values, setValues] = useState(EMPTY_FORM);
  const [faults, setFaults] = useState<FieldFaults>({});
  const [isFileMissing, setFileMissing] = useState(false);
  const change = (part: Partial<FormValues>): void => setValues((old) => ({ ...old, ...part }));

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const read = readForm(values);
    flushSync(() => {
      setFaults('faults' in read ? read.faults : {});
      setFileMissing(files.length === 0);
    });
    if ('faults' in read || files.length === 0) {
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    startUploads(files, read.fields, onCreated);
    onStart();
    setFiles([]);
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <ChooseFiles
        files={files}
        onFilesChange={(chosen) => {
          setFiles(chosen);
          setFileMissing(false);
        }}
      />
      <label className={styles.check}>
        <input type="checkbox" checked={values.publish} onChange={(event) => change({ publish: event.target.checked })} />
        <span>
          {importText.publish}
          <span className={styles.note}>{importText.publishHint}</span>
        </span>
      </label>
      <fieldset className={styles.field}>
        <legend>{importText.access}</legend>
        <div className={styles.choices}>
          {accessModel.options.map((option) => (
            <label key={option} className={styles.choice}>
              <input
                type="radio"
                name="access"
                value={option}
                checked={values.access === option}
                onChange={() => change({ access: option })}
              />
              <span>{catalogText.accessModels[option]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {values.access === 'paid' ? (
        <TextField
          label={importText.price}
          inputMode="decimal"
          value={values.price}
          fault={faults.price}
          onChange={(price) => change({ price })}
        />
      ) : null}
      <TextField
        label={importText.trial}
        inputMode="numeric"
        value={values.trialChapters}
        fault={faults.trialChapters}
        hint={importText.trialHint}
        onChange={(trialChapters) => change({ trialChapters })}
      />
      <PlainField
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
          <p className={styles.fault} role="alert">
            {importText.needFile}
          </p>
        ) : null}
      </div>
    </form>
  );
};
