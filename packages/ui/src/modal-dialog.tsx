/**
 * A modal dialog based on the browser's `<dialog>`: traps the focus, closes by Escape and by a click outside, and returns the focus to the
 * element that opened it. Without `onClose`, the user cannot close it.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './modal-dialog.module.css';

interface ModalDialogProps {
  readonly title: string;
  readonly onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}

export const ModalDialog = ({ title: name, onClose, children }: ModalDialogProps) => {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    // The browser focuses the first control and scrolls to it, which may be at the end of a long text: the text is read from its beginning.
    if (element && element.scrollTop > 0) {
      title.current?.focus({ preventScroll: true });
      element.scrollTop = 0;
    }
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // A click on the backdrop is the pointer's equivalent of Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // A browser closes a dialog at the second Escape even if `cancel` was prevented.
        if (onClose === undefined && dialog.current?.isConnected === true) dialog.current.showModal();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose?.();
      }}
    >
      <div className={styles.body}>
        <h2 ref={title} id={titleId} className={styles.title} tabIndex={-1}>
          {name}
        </h2>
        {children}
      </div>
    </dialog>
  );
};
