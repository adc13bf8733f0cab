/** Toasts at the top of the page, announced to screen readers; they disappear after a timeout, pause on hover, and can be dismissed. */
import { useEffect, useState } from 'react';
import styles from './toaster.module.css';

export interface Toast {
  readonly id: number;
  readonly kind: 'error' | 'success' | 'info';
  readonly text: string;
  readonly timeoutMs: number;
}

interface ToastItemProps {
  readonly toast: Toast;
  readonly dismissLabel: string;
  readonly onDismiss: (id: number) => void;
}

const ToastItem = ({ toast, dismissLabel, onDismiss }: ToastItemProps) => {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => onDismiss(toast.id), toast.timeoutMs);
    return () => clearTimeout(timer);
  }, [isPaused, onDismiss, toast.id, toast.timeoutMs]);
  return (
    <div
      className={styles.toast}
      data-kind={toast.kind}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      <span>{toast.text}</span>
      <button type="button" className={styles.dismiss} aria-label={dismissLabel} onClick={() => onDismiss(toast.id)}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="m4 4 8 8m0-8-8 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
};

interface ToasterProps {
  readonly toasts: readonly Toast[];
  readonly onDismiss: (id: number) => void;
  readonly dismissLabel: string;
}

export const Toaster = ({ toasts, onDismiss, dismissLabel }: ToasterProps) => (
  <div className={styles.toaster} aria-live="polite">
    {toasts.map((toast) => (
      <ToastItem key={toast.id} toast={toast} dismissLabel={dismissLabel} onDismiss={onDismiss} />
    ))}
  </div>
);
