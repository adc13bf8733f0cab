/**
 * A modal dialog with a close button in its header. Unlike `ModalDialog` it is not in the top layer of the browser, so alerts, toasts and
 * elements that scripts of suppliers add to the page stay usable above it. A click beside it does not close it.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './overlay-dialog.module.css';

interface OverlayDialogProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Called after the dialog has left the page; the caller restores the focus. */
  readonly onClosed: () => void;
  readonly children: ReactNode;
}

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, iframe, summary, [tabindex]:not([tabindex="-1"])';

/** Returns the elements of `root` that Tab reaches, in order. */
const focusableIn = (root: HTMLElement): readonly HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.checkVisibility?.() ?? true);

export const OverlayDialog = ({ title, closeLabel, onClose, onClosed, children }: OverlayDialogProps) => {
  const id = useId();
  const dialog = useRef<HTMLDivElement>(null);
  const handlers = useRef({ onClose, onClosed });
  useEffect(() => {
    handlers.current = { onClose, onClosed };
  });
  useEffect(() => {
    const root = dialog.current;
    if (root === null) return;
    (root.querySelector<HTMLElement>('[data-autofocus]') ?? focusableIn(root)[0] ?? root).focus();
    const keepFocusInside = (event: KeyboardEvent): void => {
      // Another dialog that is open above this one traps the focus; this one then leaves the focus there.
      if (event.key !== 'Tab' || (event.target as Element).closest('[role="alertdialog"], dialog') !== null) return;
      const stops = focusableIn(root);
      const edge = event.shiftKey ? stops[0] : stops.at(-1);
      if (document.activeElement !== edge && document.activeElement !== root) return;
      event.preventDefault();
      (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
    };
    const handleEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.isComposing) handlers.current.onClose();
    };
    root.addEventListener('keydown', keepFocusInside);
    addEventListener('keydown', handleEscape, { capture: true });
    return () => {
      root.removeEventListener('keydown', keepFocusInside);
      removeEventListener('keydown', handleEscape, { capture: true });
      handlers.current.onClosed();
    };
  }, []);
  return createPortal(
    <div>
      <div className={styles.backdrop} data-backdrop />
      <div className={styles.frame}>
        <div ref={dialog} className={styles.dialog} role="dialog" aria-modal="true" aria-labelledby={`${id}-title`} tabIndex={-1}>
          <div className={styles.header}>
            <h2 id={`${id}-title`} className={styles.title}>
              {title}
            </h2>
            <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
              <svg viewBox="0 0 15 15" fill="currentColor" fillRule="evenodd" aria-hidden="true">
                <path d="M11.7816 4.03157C12.0062 3.80702 12.0062 3.44295 11.7816 3.2184C11.5571 2.99385 11.193 2.99385 10.9685 3.2184L7.50005 6.68682L4.03164 3.2184C3.80708 2.99385 3.44301 2.99385 3.21846 3.2184C2.99391 3.44295 2.99391 3.80702 3.21846 4.03157L6.68688 7.49999L3.21846 10.9684C2.99391 11.193 2.99391 11.557 3.21846 11.7816C3.44301 12.0061 3.80708 12.0061 4.03164 11.7816L7.50005 8.31316L10.9685 11.7816C11.193 12.0061 11.5571 12.0061 11.7816 11.7816C12.0062 11.557 12.0062 11.193 11.7816 10.9684L8.31322 7.49999L11.7816 4.03157Z" />
              </svg>
            </button>
          </div>
          <div className={styles.body}>{children}</div>
        </div>
      </div>
    </div>,
    document.body,
  );
};
