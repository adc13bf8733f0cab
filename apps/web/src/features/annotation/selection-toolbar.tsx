/**
 * The toolbar of a selection or an annotation: three styles and five colors of a highlight, below them what else can be done with the
 * passage. Arrow keys move between buttons.
 */
import type { AnnotationColor, HighlightStyle } from '@shufang/contract';
import {
  IconCheck,
  IconCopy,
  IconFlag,
  IconHeadphones,
  IconPencil,
  IconPhoto,
  IconPin,
  IconQuote,
  IconSchool,
  IconSearch,
  IconTrash,
  IconVocabulary,
} from '@shufang/icons';
import { type Box, type FloatingArea, positionBeside, Stack } from '@shufang/ui';
import { type KeyboardEvent, type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { discussionText } from '../../platform/messages/zh-cn/discussion.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { readAloudText } from '../../platform/messages/zh-cn/read-aloud.ts';
import { shareCardText } from '../../platform/messages/zh-cn/share-card.ts';
import styles from './annotation.module.css';

export const ANNOTATION_COLORS: readonly AnnotationColor[] = ['yellow', 'green', 'blue', 'pink', 'red'];

const HIGHLIGHT_STYLES: readonly HighlightStyle[] = ['solid', 'underline', 'wavy'];

export interface SelectionToolbarProps {
  /** The box of the passage, relative to the reading area that contains the toolbar. */
  passage: Box;
  area: FloatingArea;
  byTouch: boolean;
  /** Color of the annotation; absent for a new selection. */
  color?: AnnotationColor | undefined;
  /** Style of the annotation; for a new selection the style that its highlight gets. */
  highlightStyle: HighlightStyle;
  hasNote: boolean;
  onColor: (color: AnnotationColor) => void;
  onHighlightStyle: (style: HighlightStyle) => void;
  onCopy: () => void;
  /** Searches the book for the passage. */
  onSearch: () => void;
  onWriteNote: () => void;
  onCopyCitation: () => void;
  /** Name of the entry that looks up or translates the passage; absent if neither is offered. */
  lookUpName?: string | undefined;
  onLookUp?: () => void;
  /** Makes a picture of the passage to share. */
  onShareCard: () => void;
  /** Reads aloud from the sentence of the passage. */
  onReadAloud: () => void;
  /** Asks the class about the passage; absent if the reader has no class for the book. */
  onAskClass?: (() => void) | undefined;
  /** Reports an erratum in the passage. */
  onReport: () => void;
  /** Re-anchors an orphaned annotation to this passage. Defined while the user re-anchors one; its button is then the first. */
  onReanchor?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  onDismiss: () => void;
  ref?: Ref<{ focus: () => void }> | undefined;
}

const stepOf: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export const SelectionToolbar = (props: SelectionToolbarProps) => {
  const { passage, area, byTouch, color, highlightStyle, hasNote, onColor, onReanchor, onDelete, onDismiss, ref } = props;
  const bar = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const buttons = (): HTMLButtonElement[] => Array.from(bar.current?.querySelectorAll('button') ?? []);
  useImperativeHandle(ref, () => ({ focus: () => buttons()[0]?.focus() }));
  const measure = useCallback((element: HTMLDivElement | null): void => {
    bar.current = element;
    if (element) setSize({ width: element.offsetWidth, height: element.offsetHeight });
  }, []);

  const handleKeyDown = (event: KeyboardEvent): void => {
    const all = buttons();
    const step = stepOf[event.key];
    const last = all.length - 1;
    const next =
      step !== undefined ? (active + step + all.length) % all.length : event.key === 'Home' ? 0 : event.key === 'End' ? last : undefined;
    if (event.key === 'Escape') onDismiss();
    if (next === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    setActive(next);
    all[next]?.focus();
  };

  const roving = (index: number) => ({ tabIndex: index === active ? 0 : -1, onFocus: () => setActive(index) });
  const position = positionBeside(passage, size, area, byTouch);
  const actions = [
    ...(onReanchor ? [{ name: notesText.reanchorHere, Icon: IconPin, run: onReanchor }] : []),
    { name: notesText.copy, Icon: IconCopy, run: props.onCopy },
    { name: hasNote ? notesText.editNote : notesText.writeNote, Icon: IconPencil, run: props.onWriteNote },
    { name: readAloudText.name, Icon: IconHeadphones, run: props.onReadAloud },
    { name: notesText.searchPassage, Icon: IconSearch, run: props.onSearch },
    ...(props.lookUpName !== undefined && props.onLookUp ? [{ name: props.lookUpName, Icon: IconVocabulary, run: props.onLookUp }] : []),
    { name: notesText.copyCitation, Icon: IconQuote, run: props.onCopyCitation },
    { name: shareCardText.name, Icon: IconPhoto, run: props.onShareCard },
    ...(props.onAskClass ? [{ name: discussionText.ask, Icon: IconSchool, run: props.onAskClass }] : []),
    { name: notesText.reportError, Icon: IconFlag, run: props.onReport },
    ...(onDelete ? [{ name: notesText.deleteAnnotation, Icon: IconTrash, run: onDelete }] : []),
  ];
  return (
    <div
      ref={measure}
      role="toolbar"
      aria-label={notesText.toolbar}
      aria-orientation="horizontal"
      tabIndex={-1}
      className={styles.toolbar}
      style={{ left: position.left, top: position.top, visibility: size.width === 0 ? 'hidden' : undefined }}
      onKeyDown={handleKeyDown}
    >
      <div className={styles.looks} data-color={color}>
        {HIGHLIGHT_STYLES.map((name, index) => (
          <button
            key={name}
            type="button"
            className={styles.look}
            aria-label={notesText.highlightStyles[name]}
            aria-pressed={highlightStyle === name}
            title={notesText.highlightStyles[name]}
            {...roving(index)}
            onClick={() => props.onHighlightStyle(name)}
          >
            <span className={styles.sample} data-highlight={name} data-sample={notesText.highlightSample} aria-hidden />
          </button>
        ))}
        <span className={styles.divider} aria-hidden />
        {ANNOTATION_COLORS.map((name, index) => (
          <button
            key={name}
            type="button"
            className={styles.color}
            data-color={name}
            aria-label={notesText.colors[name]}
            aria-pressed={color === undefined ? undefined : color === name}
            title={notesText.colors[name]}
            {...roving(HIGHLIGHT_STYLES.length + index)}
            onClick={() => onColor(name)}
          >
            <Stack as="span" placeItems="center" className={styles.swatch}>
              {color === name && <IconCheck size={16} stroke={2.4} aria-hidden />}
            </Stack>
          </button>
        ))}
      </div>
      <div className={styles.actions}>
        {actions.map(({ name, Icon, run }, index) => (
          <button
            key={name}
            type="button"
            className={styles.action}
            aria-label={name}
            title={name}
            {...roving(HIGHLIGHT_STYLES.length + ANNOTATION_COLORS.length + index)}
            onClick={run}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
            <span aria-hidden>{name}</span>
          </button>
        ))}
      </div>
    </div>
  );
};
