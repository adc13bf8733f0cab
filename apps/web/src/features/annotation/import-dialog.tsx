/** Dialog that imports the annotations of a file in the W3C format into one book: choice of book and file, preview, progress and report. */
import type { AnnotationSetFile } from '@shufang/contract';
import { Block, buttonClass, CheckboxOption, Cluster, FileInput, ModalDialog, Select, Stack, Text } from '@shufang/ui';
import { useEffect, useId, useState } from 'react';
import { z } from 'zod';
import { chosen } from '../../platform/forms/chosen.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './import-dialog.module.css';
import type { AnnotationActions } from './use-annotations.ts';
import { type ImportReport, readAnnotationSet, useImportAnnotations } from './use-import-annotations.ts';

const importFields = z.object({
  book: z.string().min(1, notesText.importChooseBook),
  file: chosen<AnnotationSetFile>(notesText.importChooseFile),
  overwrite: z.boolean(),
});

interface ImportDialogProps {
  readonly actions: AnnotationActions;
  /** Books from which the user chooses the one for the annotations. */
  readonly books: readonly { readonly id: string; readonly title: string }[];
  readonly bookId: string | undefined;
  readonly onClose: () => void;
}

const Report = ({ report, onClose }: { report: ImportReport; onClose: () => void }) => {
  const refused = Object.entries(report.refused) as [keyof typeof notesText.importWhy, number][];
  const count = refused.reduce((sum, [, each]) => sum + each, 0);
  return (
    <Stack gap={8} className={styles.form} role="status">
      <p>{notesText.importDone(report.added, report.replaced, report.existing)}</p>
      {count === 0 ? null : (
        <div>
          <p>{notesText.importRefused(count)}</p>
          <Block as="ul" tone="soft" marginTop={4} className={styles.refused}>
            {refused.map(([why, each]) => (
              <li key={why}>
                {notesText.importWhy[why]}
                <span>{each}</span>
              </li>
            ))}
          </Block>
        </div>
      )}
      <Cluster gap={12} justify="end" marginTop={12}>
        <button type="button" className={buttonClass()} onClick={onClose}>
          {notesText.importClose}
        </button>
      </Cluster>
    </Stack>
  );
};

export const ImportDialog = ({ actions, books, bookId, onClose }: ImportDialogProps) => {
  const id = useId();
  const form = useForm({
    initial: (): z.input<typeof importFields> => ({ book: bookId ?? '', file: undefined, overwrite: false }),
    schema: importFields,
  });
  const { errors } = form;
  const [book, overwrite] = [form.register('book'), form.register('overwrite')];
  const { value: file, onChange: changeFile, ref: fileRef } = form.register('file');
  const [report, setReport] = useState<ImportReport>();
  const importing = useImportAnnotations(actions);
  const { stop } = importing;
  useEffect(() => stop, [stop]);

  const handleFile = async (picked: File | undefined): Promise<void> => {
    form.clearErrors('file');
    form.setValue('file', undefined);
    if (picked === undefined) return;
    const read = await readAnnotationSet(picked);
    if ('failure' in read) {
      form.setError('file', { message: read.failure === 'tooLarge' ? notesText.importTooLarge : notesText.importUnreadable });
      return;
    }
    changeFile(read.file);
    const named = books.find(({ title }) => title === read.file.about?.['dc:title']);
    if (form.getValues().book === '' && named) book.onChange(named.id);
  };
  const handleSubmit = form.handleSubmit((fields) => {
    if (importing.progress !== undefined) return;
    importing
      .start(fields.file, fields.book, fields.overwrite)
      // The failed call already shows the reason in a toast or dialog.
      .then(setReport, () => form.setError('file', { message: notesText.importFailed }));
  });

  const { progress } = importing;
  return (
    <ModalDialog title={notesText.importTitle} onClose={onClose}>
      {report ? (
        <Report report={report} onClose={onClose} />
      ) : (
        <Stack as="form" gap={8} className={styles.form} noValidate onSubmit={handleSubmit}>
          <Text as="p" tone="soft" marginBottom={8} className={styles.lead}>
            {notesText.importLead}
          </Text>
          <label htmlFor={`${id}-book`}>{notesText.importBook}</label>
          <Select
            id={`${id}-book`}
            className={styles.field}
            aria-describedby={errors.book === undefined ? undefined : `${id}-book-error`}
            aria-invalid={errors.book !== undefined}
            {...book}
          >
            <option value="">{notesText.importChooseBook}</option>
            {books.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
          </Select>
          {errors.book === undefined ? null : (
            <p id={`${id}-book-error`} className={styles.failure}>
              {errors.book.message}
            </p>
          )}
          <label htmlFor={`${id}-file`}>{notesText.importFile}</label>
          <FileInput
            id={`${id}-file`}
            className={styles.file}
            accept=".annotation,.json,.jsonld,application/json,application/ld+json"
            aria-describedby={`${id}-file-state`}
            aria-invalid={errors.file !== undefined}
            ref={fileRef}
            onFiles={([picked]) => void handleFile(picked)}
          />
          <p id={`${id}-file-state`} role="status" className={errors.file === undefined ? styles.notice : styles.failure}>
            {errors.file?.message ??
              (file === undefined ? '' : notesText.importFound(file.title ?? file.about?.['dc:title'] ?? '', file.items.length))}
          </p>
          <CheckboxOption
            look="small"
            gap={10}
            align="start"
            className={styles.check}
            checked={overwrite.value}
            onChange={overwrite.onChange}
          >
            <span>
              {notesText.importOverwrite}
              <small>{notesText.importOverwriteHint}</small>
            </span>
          </CheckboxOption>
          {progress ? (
            <Stack gap={4} size={14} tone="soft" className={styles.progress}>
              <progress value={progress.done} max={progress.all} aria-label={notesText.importTitle} />
              <span role="status">{notesText.importing(progress.done, progress.all)}</span>
            </Stack>
          ) : null}
          <Cluster gap={12} justify="end" marginTop={12}>
            <button type="button" className={buttonClass('quiet')} onClick={onClose}>
              {notesText.cancel}
            </button>
            <button type="submit" className={buttonClass()} aria-disabled={progress !== undefined}>
              {notesText.importStart}
            </button>
          </Cluster>
        </Stack>
      )}
    </ModalDialog>
  );
};
