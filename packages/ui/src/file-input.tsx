/** Components for choosing files from the device. */
import { type ComponentProps, useRef } from 'react';
import { buttonClass } from './button-class.ts';

interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Called with the chosen files; with none if the user removed the choice. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** The browser's own file input, which shows the name of the chosen file. */
export const FileInput = ({ onFiles, ...more }: FileInputProps) => (
  <input {...more} type="file" onChange={({ target }) => onFiles([...(target.files ?? [])])} />
);

interface FileButtonProps
  extends Pick<FileInputProps, 'accept' | 'multiple' | 'capture' | 'onFiles'>,
    Omit<ComponentProps<'button'>, 'type' | 'onClick' | 'aria-label' | 'aria-disabled'> {
  /** Accessible name of the file input that the button opens. */
  readonly label: string;
  /** Whether files cannot be chosen now. The button announces it and keeps the focus. */
  readonly isBusy?: boolean;
}

/** A button that opens the device's dialog for choosing files. `onFiles` is called with at least one file. */
export const FileButton = ({ label, accept, multiple, capture, isBusy = false, className, onFiles, ...button }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const handleFiles = (files: readonly File[]): void => {
    // Resets the input, so that choosing the same file again fires a change event.
    if (input.current) input.current.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <>
      <FileInput ref={input} hidden aria-label={label} accept={accept} multiple={multiple} capture={capture} onFiles={handleFiles} />
      <button
        {...button}
        type="button"
        className={className ?? buttonClass('quiet')}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) input.current?.click();
        }}
      />
    </>
  );
};
