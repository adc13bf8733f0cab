/** Dialog that imports notes of this or another reading app into one book: choice of book and file, preview, progress and report. */
import { Block, buttonClass, Cluster, FileInput, ModalDialog, Select, Stack, Text, TextArea } from '@shufang/ui';
import { useId, useState } from 'react';
import { z } from 'zod';
import { chosen } from '../../platform/forms/chosen.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { type NotesFile, type ReadNotes, readNotesFile, readNotesText } from './import/read-notes-file.ts';
import styles from './import-dialog.module.css';
import { Preview } from './import-preview.tsx';
import type { AnnotationActions } from './use-annotations.ts';
import { type ImportPreview, type ImportProgress, type ImportReport, useImportAnnotations } from './use-import-annotations.ts';

const importFields = z.object({
  book: z.string().min(1, notesText.importChooseBook),
  file: chosen<NotesFile>(notesText.importChooseFile),
  /** Which of several books of the file. */
  part: z.string(),
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

const FAILURES = { unreadable: notesText.importUnreadable, empty: notesText.importEmpty, tooLarge: notesText.importTooLarge } as const;

const foundIn = ({ source, books }: NotesFile): string => {
  const [first] = books;
  const name = notesText.importSources[source];
  if (first === undefined || books.length > 1) return notesText.importBooksFound(name, books.length);
  return notesText.importFound(name, first.title, first.set.items.length);
};

const Progress = ({ done, all }: ImportProgress) => (
  <Stack gap={4} size={14} tone="soft" className={styles.progress}>
    <progress value={done} max={all} aria-label={notesText.importTitle} />
    <span role="status">{notesText.importing(done, all)}</span>
  </Stack>
);

export const ImportDialog = ({ actions, books, bookId, onClose }: ImportDialogProps) => {
  const id = useId();
  const form = useForm({
    initial: (): z.input<typeof importFields> => ({ book: bookId ?? '', file: undefined, part: '0' }),
    schema: importFields,
  });
  const { errors } = form;
  const [book, part] = [form.register('book'), form.register('part')];
  const { value: file, onChange: changeFile, ref: fileRef } = form.register('file');
  const [pasted, setPasted] = useState('');
  const [preview, setPreview] = useState<ImportPreview>();
  const [report, setReport] = useState<ImportReport>();
  const importing = useImportAnnotations(actions);
  const { progress } = importing;

  const take = (read: ReadNotes): void => {
    if ('failure' in read) {
      form.setError('file', { message: FAILURES[read.failure] });
      return;
    }
    changeFile(read.file);
    const titles = read.file.books.map(({ title }) => title);
    const chosenTitle = books.find((each) => each.id === form.getValues().book)?.title;
    const named = books.find(({ title }) => titles.includes(title));
    if (chosenTitle === undefined && named !== undefined) book.onChange(named.id);
    part.onChange(String(Math.max(0, titles.indexOf(chosenTitle ?? named?.title ?? ''))));
  };
  const clearFile = (): void => {
    form.clearErrors('file');
    form.setValue('file', undefined);
  };
  const handleFile = async (picked: File | undefined): Promise<void> => {
    clearFile();
    if (picked !== undefined) take(await readNotesFile(picked));
  };
  const handlePaste = (text: string): void => {
    setPasted(text);
    clearFile();
    if (text.trim() !== '') take(readNotesText(text));
  };
  const handleSubmit = form.handleSubmit((fields) => {
    const set = fields.file.books[Number(fields.part)]?.set;
    if (progress !== undefined || set === undefined) return;
    // The failed call already shows the reason in a toast or dialog.
    importing.locate(set, fields.book).then(setPreview, () => form.setError('file', { message: notesText.importLocateFailed }));
  });
  const field = (name: 'book' | 'part') => ({
    id: `${id}-${name}`,
    className: styles.field,
    'aria-describedby': errors[name] === undefined ? undefined : `${id}-${name}-error`,
    'aria-invalid': errors[name] !== undefined,
  });

  const fields = (
    <Stack as="form" gap={8} className={styles.form} noValidate onSubmit={handleSubmit}>
      <Text as="p" tone="soft" marginBottom={8} className={styles.lead}>
        {notesText.importLead}
      </Text>
      <label htmlFor={`${id}-book`}>{notesText.importBook}</label>
      <Select {...field('book')} {...book}>
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
        accept=".annotation,.json,.jsonld,.md,.txt,.csv,.html,.htm,.lua"
        aria-describedby={`${id}-file-hint ${id}-file-state`}
        aria-invalid={errors.file !== undefined}
        ref={fileRef}
        onFiles={([picked]) => void handleFile(picked)}
      />
      <small id={`${id}-file-hint`} className={styles.hint}>
        {notesText.importFileHint}
      </small>
      <label htmlFor={`${id}-paste`}>{notesText.importPaste}</label>
      <TextArea id={`${id}-paste`} rows={3} value={pasted} aria-describedby={`${id}-paste-hint`} onChange={handlePaste} />
      <small id={`${id}-paste-hint`} className={styles.hint}>
        {notesText.importPasteHint}
      </small>
      <p id={`${id}-file-state`} role="status" className={errors.file === undefined ? styles.notice : styles.failure}>
        {errors.file?.message ?? (file === undefined ? '' : foundIn(file))}
      </p>
      {file !== undefined && file.books.length > 1 ? (
        <>
          <label htmlFor={`${id}-part`}>{notesText.importBookOfFile}</label>
          <Select {...field('part')} {...part}>
            {file.books.map(({ title, set }, index) => (
              <option key={title} value={String(index)}>
                {notesText.importBookChoice(title, set.items.length)}
              </option>
            ))}
          </Select>
        </>
      ) : null}
      {progress ? <Progress {...progress} /> : null}
      <Cluster gap={12} justify="end" marginTop={12}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {notesText.cancel}
        </button>
        <button type="submit" className={buttonClass()} aria-disabled={progress !== undefined}>
          {notesText.importPreview}
        </button>
      </Cluster>
    </Stack>
  );
  return (
    <ModalDialog title={notesText.importTitle} onClose={onClose}>
      {report ? (
        <Report report={report} onClose={onClose} />
      ) : preview ? (
        <Preview
          preview={preview}
          progress={progress}
          onBack={() => setPreview(undefined)}
          onStore={(choice) =>
            void importing.store(preview, choice).then(setReport, () => {
              setPreview(undefined);
              form.setError('file', { message: notesText.importFailed });
            })
          }
        />
      ) : (
        fields
      )}
    </ModalDialog>
  );
};
