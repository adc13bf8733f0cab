/** Selects files by drag-and-drop or by the file dialog, and shows the rejected files with the reason. */
import { LIMITS } from '@shufang/contract';
import { Block, FileButton, Grid, Stack, Text } from '@shufang/ui';
import { type DragEvent, useRef, useState } from 'react';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import styles from './import-form.module.css';

const sameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

const fileErrorOf = (file: File, chosen: readonly File[]): string | undefined => {
  if (!/\.epub$/i.test(file.name)) return importText.notEpub(file.name);
  if (file.size === 0) return importText.emptyFile(file.name);
  if (file.size > LIMITS.epubBytes) return importText.tooLarge(file.name, LIMITS.epubBytes);
  if (chosen.some((other) => sameFile(file, other))) return importText.alreadyChosen(file.name);
  return undefined;
};

interface ChooseFilesProps {
  readonly files: readonly File[];
  readonly onFilesChange: (files: readonly File[]) => void;
  /** Ref of the button that opens the file dialog. */
  readonly buttonRef: (button: HTMLButtonElement | null) => void;
}

export const ChooseFiles = ({ files, onFilesChange, buttonRef }: ChooseFilesProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);

  const add = (added: readonly File[]): void => {
    const accepted = [...files];
    const rejected: string[] = [];
    for (const file of added) {
      const error = fileErrorOf(file, accepted);
      if (error === undefined) accepted.push(file);
      else rejected.push(error);
    }
    setErrors(rejected);
    onFilesChange(accepted);
  };
  const handleButton = (element: HTMLButtonElement | null): void => {
    button.current = element;
    buttonRef(element);
  };
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  const handleRemove = (file: File): void => {
    onFilesChange(files.filter((other) => other !== file));
    button.current?.focus();
  };
  return (
    <div>
      <Stack
        gap={8}
        justifyItems="center"
        textAlign="center"
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <Text as="p" size={17} weight={700} serif>
          {isOver ? importText.dropNow : importText.dropHere}
        </Text>
        <Text as="p" size={13} tone="faint">
          {importText.or}
        </Text>
        <FileButton ref={handleButton} label={importText.fileField} accept=".epub,application/epub+zip" multiple onFiles={add}>
          {importText.choose}
        </FileButton>
        <Text as="p" size={13} tone="faint">
          {importText.fileRule(LIMITS.epubBytes)}
        </Text>
      </Stack>
      {errors.length === 0 ? null : (
        <div role="alert">
          <Stack as="ul" gap={4} size={13} tone="accent" marginTop={12} breakWords>
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </Stack>
        </div>
      )}
      {files.length === 0 ? null : (
        <Block as="ul" marginTop={12} aria-label={importText.chosen}>
          {files.map((file) => (
            <Grid key={`${file.name}:${file.size}:${file.lastModified}`} as="li" gap={12} align="center" className={styles.file}>
              <span className={styles.fileName}>{file.name}</span>
              <Text size={13} tone="faint" tabular>
                {importText.size(file.size)}
              </Text>
              <button type="button" className={styles.remove} aria-label={importText.remove(file.name)} onClick={() => handleRemove(file)}>
                <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                  <path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" strokeWidth="1.500" strokeLinecap="round" />
                </svg>
              </button>
            </Grid>
          ))}
        </Block>
      )}
    </div>
  );
};
