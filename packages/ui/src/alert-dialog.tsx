/** A modal alert with a message and one button. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './alert-dialog.module.css';

interface AlertDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

export const AlertDialog = ({ title, confirmLabel, onConfirm, children }: AlertDialogProps) => {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const handleKey = (event: KeyboardEvent): void => {
    // The button is the only element of the alert that the Tab key can reach, so the Tab key does nothing.
    if (event.key === 'Tab') event.preventDefault();
    if (event.key === 'Escape') onConfirm();
  };
  return createPortal(
    <div className={styles.backdrop} data-backdrop>
      <div className={styles.dialog} role="alertdialog" aria-modal="true" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        <div id={`${id}-text`} className={styles.text}>
          {children}
        </div>
        <button ref={button} type="button" className={styles.confirm} onClick={onConfirm} onKeyDown={handleKey}>
          {confirmLabel}
        </button>
      </div>
    </div>,
    document.body,
  );
};
