/** Deletion with undo: the annotations are deleted at once, and a notice offers to restore them for a while. */
import type { Annotation } from '@shufang/contract';
import { Row } from '@shufang/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';
import type { AnnotationActions } from './use-annotations.ts';

/** How long the notice is shown: long enough to read it and to reach its button with the keyboard. */
const NOTICE_MS = 10_000;

export const useUndo = (
  actions: AnnotationActions,
): { deleteWithUndo: (annotations: readonly Annotation[]) => Promise<void>; undoNotice: ReactNode } => {
  const [deleted, setDeleted] = useState<readonly Annotation[]>();
  useEffect(() => {
    if (!deleted) return;
    const timer = setTimeout(() => setDeleted(undefined), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [deleted]);
  const undoNotice = deleted && (
    <Row role="status" gap={16} align="center" className={styles.undo}>
      <span>{deleted.length === 1 ? notesText.deleted : notesText.deletedMany(deleted.length)}</span>
      <button
        type="button"
        onClick={() => {
          setDeleted(undefined);
          for (const annotation of deleted) void actions.restoreAnnotation(annotation);
        }}
      >
        {notesText.undo}
      </button>
    </Row>
  );
  return {
    undoNotice,
    deleteWithUndo: async (annotations) => {
      for (const annotation of annotations) await actions.deleteAnnotation(annotation);
      setDeleted(annotations);
    },
  };
};
