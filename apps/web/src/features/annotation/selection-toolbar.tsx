/** The toolbar on a selection or on a mark: five colours, note, citation, report of a fault, and delete on a mark. Arrow keys go along it. */
import type { AnnotationColor } from '@shufang/contract';
import { type Box, placeBeside } from '@shufang/ui';
import { IconCheck, IconFlag, IconPencil, IconPin, IconQuote, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';

export const MARK_COLORS: readonly AnnotationColor[] = ['yellow', 'green', 'blue', 'pink', 'red'];

export interface SelectionToolbarProps {
  /** The passage, relative to the reading area this is drawn in. */
  passage: Box;
  area: { width: number; height: number };
  byTouch: boolean;
  /** Colour of the mark it stands on; absent on a fresh selection. */
  color?: AnnotationColor | undefined;
  hasNote: boolean;
  onColor: (color: AnnotationColor) => void;
  onWriteNote: () => void;
  onCopyCitation: () => void;
  /** Tells the editors that the passage is wrong. */
  onReport: () => void;
  /** Gives a mark that lost its place this passage; before the rest while one waits. */
  onPlaceHere?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  onDismiss: () => void;
  ref?: Ref<{ focus: () => void }>;
}

const stepOf: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export const SelectionToolbar = (props: SelectionToolbarProps) => {
  const { passage, area, byTouch, color, hasNote, onColor, onWriteNote, onCopyCitation, onReport, onPlaceHere, onDelete, onDismiss, ref } =
    props;
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

  const place = placeBeside(passage, size, area, byTouch);
  const actions = [
    ...(onPlaceHere ? [{ name: notesText.reanchorHere, Icon: IconPin, act: onPlaceHere }] : []),
    { name: hasNote ? notesText.editNote : notesText.writeNote, Icon: IconPencil, act: onWriteNote },
    { name: notesText.copyCitation, Icon: IconQuote, act: onCopyCitation },
    { name: notesText.reportFault, Icon: IconFlag, act: onReport },
    ...(onDelete ? [{ name: notesText.deleteMark, Icon: IconTrash, act: onDelete }] : []),
  ];
  return (
    <div
      ref={measure}
      role="toolbar"
      aria-label={notesText.toolbar}
      aria-orientation="horizontal"
      tabIndex={-1}
      className={styles.toolbar}
      style={{ left: place.left, top: place.top, visibility: size.width === 0 ? 'hidden' : undefined }}
      onKeyDown={handleKeyDown}
    >
      {MARK_COLORS.map((name, index) => (
        <button
          key={name}
          type="button"
          className={styles.color}
          data-color={name}
          aria-label={notesText.colors[name]}
          aria-pressed={color === undefined ? undefined : color === name}
          title={notesText.colors[name]}
          tabIndex={index === active ? 0 : -1}
          onFocus={() => setActive(index)}
          onClick={() => onColor(name)}
        >
          <span className={styles.swatch}>{color === name && <IconCheck size={16} stroke={2.4} aria-hidden />}</span>
        </button>
      ))}
      <span className={styles.divider} aria-hidden />
      {actions.map(({ name, Icon, act }, index) => (
        <button
          key={name}
          type="button"
          className={styles.action}
          aria-label={name}
          title={name}
          tabIndex={MARK_COLORS.length + index === active ? 0 : -1}
          onFocus={() => setActive(MARK_COLORS.length + index)}
          onClick={act}
        >
          <Icon size={20} stroke={1.6} aria-hidden />
          <span className={styles.actionName} aria-hidden>
            {name}
          </span>
        </button>
      ))}
    </div>
  );
};
