/** Brings the annotations of a W3C file into one book: book, file, what it holds, progress, what came of it. */
import type { AnnotationSetFile } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useEffect, useId, useState } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './import-dialog.module.css';
import { type ImportReport, readAnnotationSet, useImportAnnotations } from './use-import-annotations.ts';
import type { MarkVerbs } from './use-marks.ts';

interface ImportDialogProps {
  readonly verbs: MarkVerbs;
  /** Books to choose from. */
  readonly books: readonly { readonly id: string; readonly title: string }[];
  readonly bookId: string | undefined;
  readonly onClose: () => void;
}

const Report = ({ report, onClose }: { report: ImportReport; onClose: () => void }) => {
  const refused = Object.entries(report.refused) as [keyof typeof notesText.importWhy, number][];
  const count = refused.reduce((sum, [, each]) => sum + each, 0);
  return (
    <div className={styles.form} role="status">
      <p>{notesText.importDone(report.added, report.replaced, report.known)}</p>
      {count === 0 ? null : (
        <div>
          <p>{notesText.importRefused(count)}</p>
          <ul className={styles.refused}>
            {refused.map(([why, each]) => (
              <li key={why}>
                {notesText.importWhy[why]}
                <span>{each}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.actions}>
        <button type="button" className={buttonClass()} onClick={onClose}>
          {notesText.importClose}
        </button>
      </div>
    </div>
  );
};

export const ImportDialog = ({ verbs, books, bookId, onClose }: ImportDialogProps) => {
  const id = useId();
  const [chosen, setChosen] = useState(bookId ?? '');
  const [file, setFile] = useState<AnnotationSetFile>();
  const [failure, setFailure] = useState('');
  const [overwrite, setOverwrite] = useState(false);
  const [report, setReport] = useState<ImportReport>();
  const importing = useImportAnnotations(verbs);
  const { stop } = importing;
  useEffect(() => stop, [stop]);

  const handleFile = async (picked: File | undefined): Promise<void> => {
    setFile(undefined);
    setFailure('');
    if (picked === undefined) return;
    const read = await readAnnotationSet(picked);
    if ('failure' in read) {
      setFailure(read.failure === 'tooLarge' ? notesText.importTooLarge : notesText.importUnreadable);
      return;
    }
    setFile(read.file);
    const named = books.find(({ title }) => title === read.file.about?.['dc:title']);
    if (chosen === '' && named) setChosen(named.id);
  };
  const handleStart = async (): Promise<void> => {
    if (file === undefined || chosen === '') return;
    setFailure('');
    try {
      setReport(await importing.start(file, chosen, overwrite));
    } catch {
      // The reason is told by the toast or the dialog of the failed call.
      setFailure(notesText.importFailed);
    }
  };

  const { progress } = importing;
  return (
    <ModalDialog title={notesText.importTitle} onClose={onClose}>
      {report ? (
        <Report report={report} onClose={onClose} />
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void handleStart();
          }}
        >
          <p className={styles.lead}>{notesText.importLead}</p>
          <label htmlFor={`${id}-book`}>{notesText.importBook}</label>
          <select id={`${id}-book`} className={styles.field} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">{notesText.importChooseBook}</option>
            {books.map((book) => (
              <option key={book.id} value={book.id}>
                {book.title}
              </option>
            ))}
          </select>
          <label htmlFor={`${id}-file`}>{notesText.importFile}</label>
          <input
            id={`${id}-file`}
            type="file"
            className={styles.file}
            accept=".annotation,.json,.jsonld,application/json,application/ld+json"
            aria-describedby={`${id}-told`}
            aria-invalid={failure !== ''}
            onChange={(event) => void handleFile(event.target.files?.[0])}
          />
          <p id={`${id}-told`} role="status" className={failure === '' ? styles.told : styles.failure}>
            {failure === '' && file ? notesText.importFound(file.title ?? file.about?.['dc:title'] ?? '', file.items.length) : failure}
          </p>
          <label className={styles.check}>
            <input type="checkbox" checked={overwrite} onChange={(event) => setOverwrite(event.target.checked)} />
            <span>
              {notesText.importOverwrite}
              <small>{notesText.importOverwriteHint}</small>
            </span>
          </label>
          {progress ? (
            <div className={styles.progress}>
              <progress value={progress.done} max={progress.all} aria-label={notesText.importTitle} />
              <span role="status">{notesText.importing(progress.done, progress.all)}</span>
            </div>
          ) : null}
          <div className={styles.actions}>
            <button type="button" className={buttonClass('quiet')} onClick={onClose}>
              {notesText.cancel}
            </button>
            <button type="submit" className={buttonClass()} disabled={!file || chosen === '' || progress !== undefined}>
              {notesText.importStart}
            </button>
          </div>
        </form>
      )}
    </ModalDialog>
  );
};
