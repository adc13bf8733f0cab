/** Finds the user's annotations of this day in earlier years, from the device's database. Pure. */
import type { Annotation } from '@shufang/contract';

export interface YearAgo {
  readonly years: number;
  readonly annotation: Annotation;
}

/** Returns the highlights and notes made on this day and month in earlier years: the latest year first, within a year by creation time. */
export const annotationsOfThisDay = (annotations: readonly Annotation[], nowMs: number, limit: number): YearAgo[] => {
  const now = new Date(nowMs);
  return annotations
    .filter(({ deletedAt, kind }) => deletedAt === undefined && kind !== 'bookmark')
    .map((annotation) => ({ annotation, at: new Date(annotation.createdAt) }))
    .filter(({ at }) => at.getMonth() === now.getMonth() && at.getDate() === now.getDate() && at.getFullYear() < now.getFullYear())
    .map(({ annotation, at }) => ({ years: now.getFullYear() - at.getFullYear(), annotation }))
    .toSorted((a, b) => a.years - b.years || a.annotation.createdAt - b.annotation.createdAt)
    .slice(0, limit);
};
