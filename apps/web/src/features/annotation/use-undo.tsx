/** Deleting with a way back: the marks go at once, a notice offers to bring them back for a while. */
import type { Annotation } from '@shufang/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';
import type { MarkVerbs } from './use-marks.ts';

/** Long enough to read the sentence and reach the button with the keyboard. */
const NOTICE_MS = 10_000;

export const useUndo = (verbs: MarkVerbs): { deleteWithUndo: (marks: readonly Annotation[]) => Promise<void>; undoNotice: ReactNode } => {
  const [deleted, setDeleted] = useState<readonly Annotation[]>();
  useEffect(() => {
    if (!deleted) return;
    const timer = setTimeout(() => setDeleted(undefined), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [deleted]);
  const undoNotice = deleted && (
    <div role="status" className={styles.undo}>
      <span>{deleted.length === 1 ? notesText.deleted : notesText.deletedMany(deleted.length)}</span>
      <button
        type="button"
        onClick={() => {
          setDeleted(undefined);
          for (const mark of deleted) void verbs.restoreMark(mark);
        }}
      >
        {notesText.undo}
      </button>
    </div>
  );
  return {
    undoNotice,
    deleteWithUndo: async (marks) => {
      for (const mark of marks) await verbs.deleteMark(mark);
      setDeleted(marks);
    },
  };
};
