/** The marks of the open book: filters by kind and colour, in reading order under their chapters. */
import type { Annotation, AnnotationColor, AnnotationKind } from '@shufang/contract';
import { useState } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';
import { filterMarks, groupByChapter } from './arrange-marks.ts';
import { MarkItem } from './mark-item.tsx';
import { MARK_COLORS } from './selection-toolbar.tsx';

export interface NotesPanelProps {
  marks: readonly Annotation[];
  onOpen: (mark: Annotation) => void;
  onEdit: (mark: Annotation) => void;
  onDelete: (mark: Annotation) => void;
}

const KINDS: readonly AnnotationKind[] = ['highlight', 'note', 'bookmark'];

export const KindFilter = ({ value, onChange }: { value: AnnotationKind | undefined; onChange: (kind?: AnnotationKind) => void }) => (
  <div role="group" aria-label={notesText.filterKind} className={styles.chips}>
    <button type="button" className={styles.chip} aria-pressed={value === undefined} onClick={() => onChange(undefined)}>
      {notesText.allKinds}
    </button>
    {KINDS.map((kind) => (
      <button key={kind} type="button" className={styles.chip} aria-pressed={value === kind} onClick={() => onChange(kind)}>
        {notesText.kinds[kind]}
      </button>
    ))}
  </div>
);

export const ColorFilter = ({ value, onChange }: { value: AnnotationColor | undefined; onChange: (color?: AnnotationColor) => void }) => (
  <div role="group" aria-label={notesText.filterColor} className={styles.chips}>
    {MARK_COLORS.map((color) => (
      <button
        key={color}
        type="button"
        className={styles.colorChip}
        data-color={color}
        aria-label={notesText.colors[color]}
        title={notesText.colors[color]}
        aria-pressed={value === color}
        onClick={() => onChange(value === color ? undefined : color)}
      >
        <span className={styles.swatch} />
      </button>
    ))}
  </div>
);

export const NotesPanel = ({ marks, onOpen, onEdit, onDelete }: NotesPanelProps) => {
  const [kind, setKind] = useState<AnnotationKind>();
  const [color, setColor] = useState<AnnotationColor>();
  if (marks.length === 0) {
    return (
      <div className={styles.empty}>
        <h3>{notesText.panelEmptyTitle}</h3>
        <p>{notesText.panelEmpty}</p>
      </div>
    );
  }
  const shown = filterMarks(marks, { kind, color });
  return (
    <div>
      <div className={styles.filters}>
        <KindFilter value={kind} onChange={setKind} />
        <ColorFilter value={color} onChange={setColor} />
      </div>
      {shown.length === 0 && <p className={styles.empty}>{notesText.filterEmpty}</p>}
      {groupByChapter(shown).map((chapter) => (
        <section key={chapter.key} className={styles.chapter}>
          <h3 className={styles.chapterTitle}>{chapter.title || notesText.untitledChapter}</h3>
          <ul>
            {chapter.marks.map((mark) => (
              <MarkItem key={mark.id} mark={mark} onOpen={() => onOpen(mark)} onEdit={() => onEdit(mark)} onDelete={() => onDelete(mark)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};
