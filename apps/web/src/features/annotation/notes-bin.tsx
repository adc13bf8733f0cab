/** Annotations deleted in the last 30 days, each with an action to restore it. */
import { type Annotation } from '@shufang/contract';
import { Cluster, EmptyState, Row, Text } from '@shufang/ui';
import { passageOf } from '../../platform/formula/readable-quote.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';
import { ANNOTATION_LIMITS } from './limits.ts';

interface NotesBinProps {
  readonly annotations: readonly Annotation[];
  readonly nowMs: number;
  readonly titleOf: (bookId: string) => string;
  readonly onRestore: (annotations: readonly Annotation[]) => void;
}

const DAY_MS = 86_400_000;
/**
 * Returns for how many more days a deleted annotation can be restored, at least one. `openedAt`, when the page was opened, may be earlier
 * than the deletion.
 */
const daysLeft = (annotation: Annotation, openedAt: number): number =>
  Math.max(
    1,
    Math.ceil(Math.min(ANNOTATION_LIMITS.noteBinMs, (annotation.deletedAt ?? 0) + ANNOTATION_LIMITS.noteBinMs - openedAt) / DAY_MS),
  );

export const NotesBin = ({ annotations, nowMs, titleOf, onRestore }: NotesBinProps) => {
  if (annotations.length === 0) {
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
        {annotations.length < 2 ? null : (
          <button type="button" className={styles.restore} onClick={() => onRestore(annotations)}>
            {notesText.restoreAll}
          </button>
        )}
      </p>
      <ul className={styles.book}>
        {annotations.map((annotation) => (
          <li key={annotation.id} className={styles.item} data-color={annotation.kind === 'bookmark' ? undefined : annotation.color}>
            <div className={styles.itemBody}>
              <span className={styles.itemQuote}>
                {annotation.kind === 'bookmark' ? notesText.bookmarkOf(annotation.chapterTitle) : passageOf(annotation)}
              </span>
              {annotation.body === '' ? null : (
                <Text block marginTop={6} breakWords className={styles.itemNote}>
                  {annotation.body}
                </Text>
              )}
            </div>
            <Row align="center">
              <Cluster as="span" align="center" size={13} tone="faint" flex={1} className={styles.itemMeta}>
                <span>{[titleOf(annotation.bookId), annotation.chapterTitle].filter(Boolean).join(' · ')}</span>
                <span>{notesText.binLeft(daysLeft(annotation, nowMs))}</span>
              </Cluster>
              <button type="button" className={styles.restore} onClick={() => onRestore([annotation])}>
                {notesText.restore}
              </button>
            </Row>
          </li>
        ))}
      </ul>
    </>
  );
};
