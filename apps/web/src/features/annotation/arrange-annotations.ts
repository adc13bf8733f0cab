/** Sorts, filters and groups annotations for lists. Pure. */
import type { AnchorState, Annotation, AnnotationColor, AnnotationKind } from '@shufang/contract';
import { passageOf } from '../../platform/formula/readable-quote.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';

export interface AnnotationFilter {
  bookId?: string | undefined;
  kind?: AnnotationKind | undefined;
  color?: AnnotationColor | undefined;
  /** If set, only annotations in the chapter with exactly this title match the filter. */
  chapter?: string | undefined;
  tag?: string | undefined;
  anchor?: AnchorState | undefined;
  /** If set, only annotations created at or after `from` and before `before` (UTC ms) match the filter. */
  from?: number | undefined;
  before?: number | undefined;
  /** If set, only annotations match that contain every word of this text in the passage, the note, the chapter title or a tag. */
  searchText?: string | undefined;
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

const matchesText = (annotation: Annotation, searchText: string): boolean => {
  const text = folded(`${passageOf(annotation)}\n${annotation.body}\n${annotation.chapterTitle}\n${annotation.tags.join(' ')}`);
  return folded(searchText)
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** Returns the annotations that match the filter and are not deleted. A bookmark has no color of its own, so it matches no color. */
export const filterAnnotations = (annotations: readonly Annotation[], filter: AnnotationFilter): Annotation[] =>
  annotations.filter(
    (annotation) =>
      annotation.deletedAt === undefined &&
      (filter.bookId === undefined || annotation.bookId === filter.bookId) &&
      (filter.kind === undefined || annotation.kind === filter.kind) &&
      (filter.color === undefined || (annotation.kind !== 'bookmark' && annotation.color === filter.color)) &&
      (filter.chapter === undefined || annotation.chapterTitle === filter.chapter) &&
      (filter.tag === undefined || annotation.tags.includes(filter.tag)) &&
      (filter.anchor === undefined || annotation.anchor === filter.anchor) &&
      (filter.from === undefined || annotation.createdAt >= filter.from) &&
      (filter.before === undefined || annotation.createdAt < filter.before) &&
      (!filter.searchText?.trim() || matchesText(annotation, filter.searchText.trim())),
  );

/** Returns the annotations in reading order; those at the same position by creation time. */
export const inBookOrder = (annotations: readonly Annotation[]): Annotation[] =>
  [...annotations].sort(
    (a, b) => a.totalProgression - b.totalProgression || a.target.position.start - b.target.position.start || a.createdAt - b.createdAt,
  );

export const newestFirst = (annotations: readonly Annotation[]): Annotation[] => [...annotations].sort((a, b) => b.createdAt - a.createdAt);

export interface AnnotationGroup {
  key: string;
  title: string;
  annotations: Annotation[];
}

const groupBy = (annotations: readonly Annotation[], keyOf: (annotation: Annotation) => string): AnnotationGroup[] => {
  const groups = new Map<string, AnnotationGroup>();
  for (const annotation of annotations) {
    const key = keyOf(annotation);
    const group = groups.get(key) ?? { key, title: key, annotations: [] };
    group.annotations.push(annotation);
    groups.set(key, group);
  }
  return [...groups.values()];
};

/** Groups annotations by chapter, in reading order. */
export const groupByChapter = (annotations: readonly Annotation[]): AnnotationGroup[] =>
  groupBy(inBookOrder(annotations), (annotation) => annotation.chapterTitle);

/** Groups annotations by book, the most recently annotated book first; the `title` of a group is the id of the book. */
export const groupByBook = (annotations: readonly Annotation[]): AnnotationGroup[] =>
  groupBy(newestFirst(annotations), (annotation) => annotation.bookId);

const dayOf = (at: number): string => {
  const date = new Date(at);
  return notesText.day(date.getFullYear(), date.getMonth() + 1, date.getDate());
};

/** Groups annotations by the day of their creation, the newest first. */
export const groupByDay = (annotations: readonly Annotation[]): AnnotationGroup[] =>
  groupBy(newestFirst(annotations), (annotation) => dayOf(annotation.createdAt));
