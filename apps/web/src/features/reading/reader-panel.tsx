/** A panel beside the page: a drawer on wide screens, a sheet from below on phones. Not modal: the page stays readable and usable. */
import { IconX } from '@shufang/icons';
import { Column, IconButton, Row, Text } from '@shufang/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import styles from './panel.module.css';
import { useEscape } from './use-escape.ts';

export interface ReaderPanelProps {
  title: string;
  side: 'left' | 'right';
  onClose: () => void;
  /** Content beside the title of the panel. */
  extra?: ReactNode;
  /** Whether the panel has no backdrop, so that the page behind it is not dimmed. */
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
      <Column ref={panel} tone="ink" className={styles.panel} data-side={side} role="dialog" aria-label={title} tabIndex={-1}>
        <Row as="header" gap={8} align="center" flex="none" className={styles.head}>
          <Text as="h2" size={17} flex={1}>
            {title}
          </Text>
          {extra}
          <IconButton name={readingText.close} onClick={onClose}>
            <IconX size={20} stroke={1.6} aria-hidden />
          </IconButton>
        </Row>
        <Column flex={1} className={styles.body}>
          {children}
        </Column>
      </Column>
    </>
  );
};
