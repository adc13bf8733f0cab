/** Popover of a footnote beside its reference, and confirmation dialog for an external link. */
import { IconX } from '@shufang/icons';
import type { LinkReport } from '@shufang/reading-engine';
import { Button, Cluster, IconButton, LinkButton, ModalDialog, positionBeside, Row, Text } from '@shufang/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readingText } from '../../platform/messages/zh-cn/reading.ts';
import { externalUrl } from './external-url.ts';
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
  const { left, top } = positionBeside(link.rect, size, area, false);
  return (
    <div
      ref={measure}
      role="dialog"
      aria-label={readingText.noteTitle}
      tabIndex={-1}
      className={styles.note}
      style={{ left, top, visibility: size.width === 0 ? 'hidden' : undefined }}
    >
      <Text as="p" serif whiteSpace="pre-line" className={styles.noteText}>
        {link.noteText}
      </Text>
      <Row align="center" justify="between">
        <Button size="xs" variant="text" onClick={onOpenNote}>
          {readingText.noteOpen}
        </Button>
        <IconButton name={readingText.noteClose} onClick={onClose}>
          <IconX size={18} stroke={1.6} aria-hidden />
        </IconButton>
      </Row>
    </div>
  );
};

export const ExternalLinkDialog = ({ href, onClose }: { href: string; onClose: () => void }) => {
  const url = externalUrl(href);
  return (
    <ModalDialog title={readingText.externalTitle} onClose={onClose}>
      <p>{url === undefined ? readingText.externalRefused : readingText.externalIntro}</p>
      <p className={styles.address}>{url ?? href}</p>
      <Cluster gap={12} justify="end" marginTop={16} className={styles.choices}>
        <Button variant="quiet" onClick={onClose}>
          {url === undefined ? readingText.externalClose : readingText.cancel}
        </Button>
        {url !== undefined && (
          <LinkButton>
            <a href={url} target="_blank" rel="noopener noreferrer nofollow" onClick={onClose}>
              {readingText.externalOpen}
            </a>
          </LinkButton>
        )}
      </Cluster>
    </ModalDialog>
  );
};
