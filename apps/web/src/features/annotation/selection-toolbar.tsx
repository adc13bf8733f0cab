/**
 * The toolbar of a selection or an annotation: five colors, note, citation, erratum report, and delete for an annotation. Arrow keys move
 * between buttons.
 */
import type { AnnotationColor } from '@shufang/contract';
import { IconCheck, IconFlag, IconHeadphones, IconPencil, IconPin, IconQuote, IconTrash } from '@shufang/icons';
import { type Box, positionBeside, Stack } from '@shufang/ui';
import { type KeyboardEvent, type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { readAloudText } from '../../platform/messages/zh-cn/read-aloud.ts';
import styles from './annotation.module.css';

export const ANNOTATION_COLORS: readonly AnnotationColor[] = ['yellow', 'green', 'blue', 'pink', 'red'];

export interface SelectionToolbarProps {
  /** The box of the passage, relative to the reading area that contains the toolbar. */
  passage: Box;
  area: { width: number; height: number };
  byTouch: boolean;
  /** Color of the annotation; absent for a new selection. */
  color?: AnnotationColor | undefined;
  hasNote: boolean;
  onColor: (color: AnnotationColor) => void;
  onWriteNote: () => void;
  onCopyCitation: () => void;
  /** Reads aloud from the sentence of the passage. */
  onReadAloud: () => void;
  /** Reports an erratum in the passage. */
  onReport: () => void;
  /** Re-anchors an orphaned annotation to this passage. Defined while the user re-anchors one; its button is then the first. */
  onReanchor?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  onDismiss: () => void;
  ref?: Ref<{ focus: () => void }>;
}

const stepOf: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export const SelectionToolbar = (props: SelectionToolbarProps) => {
  const { passage, area, byTouch, color, hasNote, onColor, onReanchor, onDelete, onDismiss, ref } = props;
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

  const position = positionBeside(passage, size, area, byTouch);
  const actions = [
    ...(onReanchor ? [{ name: notesText.reanchorHere, Icon: IconPin, run: onReanchor }] : []),
    { name: hasNote ? notesText.editNote : notesText.writeNote, Icon: IconPencil, run: props.onWriteNote },
    { name: notesText.copyCitation, Icon: IconQuote, run: props.onCopyCitation },
    { name: readAloudText.name, Icon: IconHeadphones, run: props.onReadAloud },
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
      {ANNOTATION_COLORS.map((name, index) => (
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
          <Stack as="span" placeItems="center" className={styles.swatch}>
            {color === name && <IconCheck size={16} stroke={2.4} aria-hidden />}
          </Stack>
        </button>
      ))}
      <span className={styles.divider} aria-hidden />
      {actions.map(({ name, Icon, run }, index) => (
        <button
          key={name}
          type="button"
          className={styles.action}
          aria-label={name}
          title={name}
          tabIndex={ANNOTATION_COLORS.length + index === active ? 0 : -1}
          onFocus={() => setActive(ANNOTATION_COLORS.length + index)}
          onClick={run}
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
