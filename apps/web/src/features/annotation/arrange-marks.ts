/** Orders, filters and groups marks for lists. Pure. */
import type { AnchorState, Annotation, AnnotationColor, AnnotationKind } from '@shufang/contract';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';

export interface MarkFilter {
  bookId?: string | undefined;
  kind?: AnnotationKind | undefined;
  color?: AnnotationColor | undefined;
  /** Exactly this chapter title. */
  chapter?: string | undefined;
  tag?: string | undefined;
  anchor?: AnchorState | undefined;
  /** Made from this moment on, and before that one, UTC ms. */
  from?: number | undefined;
  before?: number | undefined;
  /** Words that must all be in the passage, the note or the chapter title. */
  words?: string | undefined;
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

const matchesWords = (mark: Annotation, words: string): boolean => {
  const text = folded(`${mark.target.quote.exact}\n${mark.body}\n${mark.chapterTitle}\n${mark.tags.join(' ')}`);
  return folded(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** Living marks that fit; a bookmark has no colour of its own. */
export const filterMarks = (marks: readonly Annotation[], filter: MarkFilter): Annotation[] =>
  marks.filter(
    (mark) =>
      mark.deletedAt === undefined &&
      (filter.bookId === undefined || mark.bookId === filter.bookId) &&
      (filter.kind === undefined || mark.kind === filter.kind) &&
      (filter.color === undefined || (mark.kind !== 'bookmark' && mark.color === filter.color)) &&
      (filter.chapter === undefined || mark.chapterTitle === filter.chapter) &&
      (filter.tag === undefined || mark.tags.includes(filter.tag)) &&
      (filter.anchor === undefined || mark.anchor === filter.anchor) &&
      (filter.from === undefined || mark.createdAt >= filter.from) &&
      (filter.before === undefined || mark.createdAt < filter.before) &&
      (!filter.words?.trim() || matchesWords(mark, filter.words.trim())),
  );

/** Reading order; marks at one place in the order they were made. */
export const inBookOrder = (marks: readonly Annotation[]): Annotation[] =>
  [...marks].sort(
    (a, b) => a.totalProgression - b.totalProgression || a.target.position.start - b.target.position.start || a.createdAt - b.createdAt,
  );

export const newestFirst = (marks: readonly Annotation[]): Annotation[] => [...marks].sort((a, b) => b.createdAt - a.createdAt);

export interface MarkGroup {
  key: string;
  title: string;
  marks: Annotation[];
}

const groupBy = (marks: readonly Annotation[], keyOf: (mark: Annotation) => string): MarkGroup[] => {
  const groups = new Map<string, MarkGroup>();
  for (const mark of marks) {
    const key = keyOf(mark);
    const group = groups.get(key) ?? { key, title: key, marks: [] };
    group.marks.push(mark);
    groups.set(key, group);
  }
  return [...groups.values()];
};

/** Chapters in reading order. */
export const groupByChapter = (marks: readonly Annotation[]): MarkGroup[] => groupBy(inBookOrder(marks), (mark) => mark.chapterTitle);

/** Books, the one marked last first; `title` is the book's id. */
export const groupByBook = (marks: readonly Annotation[]): MarkGroup[] => groupBy(newestFirst(marks), (mark) => mark.bookId);

const dayOf = (at: number): string => {
  const date = new Date(at);
  return notesText.day(date.getFullYear(), date.getMonth() + 1, date.getDate());
};

/** Days, newest first. */
export const groupByDay = (marks: readonly Annotation[]): MarkGroup[] => groupBy(newestFirst(marks), (mark) => dayOf(mark.createdAt));
