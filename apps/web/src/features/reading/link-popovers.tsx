/** What a link opens instead of the page: a note beside its mark, or the question whether to leave for an outside address. */
import { Button } from '@mantine/core';
import type { LinkReport } from '@shufang/reading-engine';
import { IconButton, ModalDialog, placeBeside } from '@shufang/ui';
import { IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import styles from './notices.module.css';
import { useEscape } from './use-escape.ts';

export interface NotePopoverProps {
  link: LinkReport;
  area: { width: number; height: number };
  onOpenNote: () => void;
  onClose: () => void;
}

export const NotePopover = ({ link, area, onOpenNote, onClose }: NotePopoverProps) => {
  const card = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const measure = useCallback((element: HTMLDivElement | null): void => {
    card.current = element;
    if (element) setSize({ width: element.offsetWidth, height: element.offsetHeight });
  }, []);
  useEffect(() => {
    const before = document.activeElement;
    card.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  useEscape(card, onClose);
  const { left, top } = placeBeside(link.rect, size, area, false);
  return (
    <div
      ref={measure}
      role="dialog"
      aria-label={readingText.noteTitle}
      tabIndex={-1}
      className={styles.note}
      style={{ left, top, visibility: size.width === 0 ? 'hidden' : undefined }}
    >
      <p className={styles.noteText}>{link.noteText}</p>
      <div className={styles.noteFoot}>
        <Button size="xs" variant="subtle" onClick={onOpenNote}>
          {readingText.noteOpen}
        </Button>
        <IconButton name={readingText.noteClose} onClick={onClose}>
          <IconX size={18} stroke={1.6} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
};

export const ExternalLinkDialog = ({ href, onClose }: { href: string; onClose: () => void }) => (
  <ModalDialog title={readingText.externalTitle} onClose={onClose}>
    <p>{readingText.externalIntro}</p>
    <p className={styles.address}>{href}</p>
    <div className={styles.choices}>
      <Button variant="default" onClick={onClose}>
        {readingText.cancel}
      </Button>
      <Button component="a" href={href} target="_blank" rel="noopener noreferrer nofollow" onClick={onClose}>
        {readingText.externalOpen}
      </Button>
    </div>
  </ModalDialog>
);
