/** Takes files by dropping them or by the file dialog, and says which were not taken and why. */
import { LIMITS } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import styles from './import-form.module.css';

const sameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

const faultOf = (file: File, chosen: readonly File[]): string | undefined => {
  if (!/\.epub$/i.test(file.name)) return importText.notEpub(file.name);
  if (file.size === 0) return importText.emptyFile(file.name);
  if (file.size > LIMITS.epubBytes) return importText.tooLarge(file.name, LIMITS.epubBytes);
  if (chosen.some((other) => sameFile(file, other))) return importText.alreadyChosen(file.name);
  return undefined;
};

interface ChooseFilesProps {
  readonly files: readonly File[];
  readonly onFilesChange: (files: readonly File[]) => void;
}

export const ChooseFiles = ({ files, onFilesChange }: ChooseFilesProps) => {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const [faults, setFaults] = useState<readonly string[]>([]);

  const add = (added: readonly File[]): void => {
    const taken = [...files];
    const notTaken: string[] = [];
    for (const file of added) {
      const fault = faultOf(file, taken);
      if (fault === undefined) taken.push(file);
      else notTaken.push(fault);
    }
    setFaults(notTaken);
    onFilesChange(taken);
  };
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  const handleChoice = (event: ChangeEvent<HTMLInputElement>): void => {
    add([...(event.target.files ?? [])]);
    // The same file chosen once more is a change again.
    event.target.value = '';
  };
  const handleRemove = (file: File): void => {
    onFilesChange(files.filter((other) => other !== file));
    button.current?.focus();
  };
  return (
    <div>
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <p className={styles.dropTitle}>{isOver ? importText.dropNow : importText.dropHere}</p>
        <p className={styles.or}>{importText.or}</p>
        <button ref={button} type="button" className={buttonClass('quiet')} onClick={() => input.current?.click()}>
          {importText.choose}
        </button>
        <input
          ref={input}
          type="file"
          accept=".epub,application/epub+zip"
          multiple
          hidden
          aria-label={importText.fileField}
          onChange={handleChoice}
        />
        <p className={styles.rule}>{importText.fileRule(LIMITS.epubBytes)}</p>
      </div>
      {faults.length === 0 ? null : (
        <div role="alert">
          <ul className={styles.faults}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </div>
      )}
      {files.length === 0 ? null : (
        <ul className={styles.files} aria-label={importText.chosen}>
          {files.map((file) => (
            <li key={`${file.name}:${file.size}:${file.lastModified}`} className={styles.file}>
              <span className={styles.fileName}>{file.name}</span>
              <span className={styles.fileSize}>{importText.size(file.size)}</span>
              <button type="button" className={styles.remove} aria-label={importText.remove(file.name)} onClick={() => handleRemove(file)}>
                <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                  <path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" strokeWidth="1.500" strokeLinecap="round" />
                </svg>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
