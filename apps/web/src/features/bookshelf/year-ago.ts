/** What the person wrote or marked on this day of an earlier year, from what is on the device. Pure. */
import type { Annotation } from '@shufang/contract';

export interface YearAgo {
  readonly years: number;
  readonly mark: Annotation;
}

/** Of the marks that hold words, those made on this day and month before; the nearest year first, then as they were made. */
export const marksOfThisDay = (marks: readonly Annotation[], nowMs: number, limit: number): YearAgo[] => {
  const now = new Date(nowMs);
  return marks
    .filter(({ deletedAt, kind }) => deletedAt === undefined && kind !== 'bookmark')
    .map((mark) => ({ mark, at: new Date(mark.createdAt) }))
    .filter(({ at }) => at.getMonth() === now.getMonth() && at.getDate() === now.getDate() && at.getFullYear() < now.getFullYear())
    .map(({ mark, at }) => ({ years: now.getFullYear() - at.getFullYear(), mark }))
    .toSorted((a, b) => a.years - b.years || a.mark.createdAt - b.mark.createdAt)
    .slice(0, limit);
};
