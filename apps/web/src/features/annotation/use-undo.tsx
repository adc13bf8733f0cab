/** Deleting with a way back: the mark goes at once, a notice offers to bring it back for a while. */
import type { Annotation } from '@shufang/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';
import type { MarkVerbs } from './use-marks.ts';

/** Long enough to read the sentence and reach the button with the keyboard. */
const NOTICE_MS = 10_000;

export const useUndo = (verbs: MarkVerbs): { deleteWithUndo: (mark: Annotation) => Promise<void>; undoNotice: ReactNode } => {
  const [deleted, setDeleted] = useState<Annotation>();
  useEffect(() => {
    if (!deleted) return;
    const timer = setTimeout(() => setDeleted(undefined), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [deleted]);
  const undoNotice = deleted && (
    <div role="status" className={styles.undo}>
      <span>{notesText.deleted}</span>
      <button
        type="button"
        onClick={() => {
          setDeleted(undefined);
          void verbs.restoreMark(deleted);
        }}
      >
        {notesText.undo}
      </button>
    </div>
  );
  return {
    undoNotice,
    deleteWithUndo: async (mark) => {
      await verbs.deleteMark(mark);
      setDeleted(mark);
    },
  };
};
