/** The annotations of the open book, filtered by kind and color, in reading order by chapter. */
import type { Annotation, AnnotationColor, AnnotationKind } from '@shufang/contract';
import { Block, Cluster, Stack, Text } from '@shufang/ui';
import { useState } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';
import { AnnotationItem } from './annotation-item.tsx';
import { filterAnnotations, groupByChapter } from './arrange-annotations.ts';
import { ANNOTATION_COLORS } from './selection-toolbar.tsx';

export interface NotesPanelProps {
  annotations: readonly Annotation[];
  /** What is shown at annotations by their ids, such as that they count in an assignment. */
  labels?: ReadonlyMap<string, string> | undefined;
  onOpen: (annotation: Annotation) => void;
  onEdit: (annotation: Annotation) => void;
  onDelete: (annotation: Annotation) => void;
}

const KINDS: readonly AnnotationKind[] = ['highlight', 'note', 'bookmark'];

export const KindFilter = ({ value, onChange }: { value: AnnotationKind | undefined; onChange: (kind?: AnnotationKind) => void }) => (
  <Cluster role="group" aria-label={notesText.filterKind} gap={4}>
    <button type="button" className={styles.chip} aria-pressed={value === undefined} onClick={() => onChange(undefined)}>
      {notesText.allKinds}
    </button>
    {KINDS.map((kind) => (
      <button key={kind} type="button" className={styles.chip} aria-pressed={value === kind} onClick={() => onChange(kind)}>
        {notesText.kinds[kind]}
      </button>
    ))}
  </Cluster>
);

export const ColorFilter = ({ value, onChange }: { value: AnnotationColor | undefined; onChange: (color?: AnnotationColor) => void }) => (
  <Cluster role="group" aria-label={notesText.filterColor} gap={4}>
    {ANNOTATION_COLORS.map((color) => (
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
        <Stack as="span" placeItems="center" className={styles.swatch} />
      </button>
    ))}
  </Cluster>
);

export const NotesPanel = ({ annotations, labels, onOpen, onEdit, onDelete }: NotesPanelProps) => {
  const [kind, setKind] = useState<AnnotationKind>();
  const [color, setColor] = useState<AnnotationColor>();
  if (annotations.length === 0) {
    return (
      <Block tone="soft" textAlign="center" className={styles.empty}>
        <h3>{notesText.panelEmptyTitle}</h3>
        <p>{notesText.panelEmpty}</p>
      </Block>
    );
  }
  const shown = filterAnnotations(annotations, { kind, color });
  return (
    <div>
      <Cluster gap={[4, 16]} className={styles.filters}>
        <KindFilter value={kind} onChange={setKind} />
        <ColorFilter value={color} onChange={setColor} />
      </Cluster>
      {shown.length === 0 && (
        <Text as="p" tone="soft" textAlign="center" className={styles.empty}>
          {notesText.filterEmpty}
        </Text>
      )}
      {groupByChapter(shown).map((chapter) => (
        <section key={chapter.key}>
          <Text as="h3" size={14} tone="soft" className={styles.chapterTitle}>
            {chapter.title || notesText.untitledChapter}
          </Text>
          <ul>
            {chapter.annotations.map((annotation) => (
              <AnnotationItem
                key={annotation.id}
                annotation={annotation}
                label={labels?.get(annotation.id)}
                onOpen={() => onOpen(annotation)}
                onEdit={() => onEdit(annotation)}
                onDelete={() => onDelete(annotation)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};
