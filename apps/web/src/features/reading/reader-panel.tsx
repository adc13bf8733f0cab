/** A panel beside the page: a drawer on wide screens, a sheet from below on phones. Not modal: the page stays readable and usable. */
import { IconButton } from '@shufang/ui';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import styles from './panel.module.css';
import { useEscape } from './use-escape.ts';

export interface ReaderPanelProps {
  title: string;
  side: 'left' | 'right';
  onClose: () => void;
  /** Shown beside the title. */
  extra?: ReactNode;
  /** The page behind a sheet stays as bright as it is. */
  isClear?: boolean;
  children: ReactNode;
}

export const ReaderPanel = ({ title, side, onClose, extra, isClear, children }: ReaderPanelProps) => {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const first = panel.current?.querySelector<HTMLElement>('[data-autofocus]') ?? panel.current;
    first?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  useEscape(panel, onClose);
  return (
    <>
      <button type="button" className={styles.backdrop} data-clear={isClear || undefined} tabIndex={-1} aria-hidden onClick={onClose} />
      <div ref={panel} className={styles.panel} data-side={side} role="dialog" aria-label={title} tabIndex={-1}>
        <header className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {extra}
          <IconButton name={readingText.close} onClick={onClose}>
            <IconX size={20} stroke={1.6} aria-hidden />
          </IconButton>
        </header>
        <div className={styles.body}>{children}</div>
      </div>
    </>
  );
};
