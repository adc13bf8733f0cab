/** What was deleted in the last 30 days, each to be brought back. */
import { type Annotation, LIMITS } from '@shufang/contract';
import { EmptyState } from '@shufang/ui';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';

interface NotesBinProps {
  readonly marks: readonly Annotation[];
  readonly nowMs: number;
  readonly titleOf: (bookId: string) => string;
  readonly onRestore: (marks: readonly Annotation[]) => void;
}

const DAY_MS = 86_400_000;
/** The page may have been opened before the mark was deleted. */
const daysLeft = (mark: Annotation, openedAt: number): number =>
  Math.max(1, Math.ceil(Math.min(LIMITS.noteBinMs, (mark.deletedAt ?? 0) + LIMITS.noteBinMs - openedAt) / DAY_MS));

export const NotesBin = ({ marks, nowMs, titleOf, onRestore }: NotesBinProps) => {
  if (marks.length === 0) {
    return (
      <EmptyState title={notesText.binEmpty}>
        <p>{notesText.binEmptyHint}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <p className={styles.lead}>
        {notesText.binLead}
        {marks.length < 2 ? null : (
          <button type="button" className={styles.restore} onClick={() => onRestore(marks)}>
            {notesText.restoreAll}
          </button>
        )}
      </p>
      <ul className={styles.book}>
        {marks.map((mark) => (
          <li key={mark.id} className={styles.item} data-color={mark.kind === 'bookmark' ? undefined : mark.color}>
            <div className={styles.itemBody}>
              <span className={styles.itemQuote}>
                {mark.kind === 'bookmark' ? notesText.bookmarkOf(mark.chapterTitle) : mark.target.quote.exact}
              </span>
              {mark.body === '' ? null : <span className={styles.itemNote}>{mark.body}</span>}
            </div>
            <div className={styles.itemFoot}>
              <span className={styles.itemMeta}>
                <span className={styles.itemPlace}>{[titleOf(mark.bookId), mark.chapterTitle].filter(Boolean).join(' · ')}</span>
                <span>{notesText.binLeft(daysLeft(mark, nowMs))}</span>
              </span>
              <button type="button" className={styles.restore} onClick={() => onRestore([mark])}>
                {notesText.restore}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
};
