/** Annotation assignments: which annotations of a student count, and the copy that is handed in. */
import {
  type AnnotationProgress,
  type AnnotationTask,
  type HandedAnnotation,
  type HandedWork,
  isCountedAnnotation,
  LIMITS,
} from '@shufang/contract';
import type { Queryable, Row } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { listChapterAnnotations } from '../annotation/chapter-annotations.ts';
import { type CallerAssignment, findAssignmentsFor } from './store.ts';

type AnnotationWork = Extract<HandedWork, { kind: 'annotation' }>;

const bookOfClass = async (db: Queryable, classId: string): Promise<string> => {
  const { rows } = await db.execute<{ bookId: string }>(sql`select book_id as "bookId" from class_group where id = ${classId}`);
  return rows[0]?.bookId ?? '';
};

/** Returns the annotations of a student in the chapters of a task, and which of them count. */
export const findAnnotationProgress = async (
  db: Queryable,
  { userId, classId, task }: { readonly userId: string; readonly classId: string; readonly task: AnnotationTask },
): Promise<AnnotationProgress> => {
  const bookId = await bookOfClass(db, classId);
  const titles = new Map(task.chapters.map(({ href, title }) => [href, title]));
  const { items, isCut } = await listChapterAnnotations(db, { userId, bookId, hrefs: [...titles.keys()] }, LIMITS.handedAnnotationsMax);
  return {
    bookId,
    items: items.map((one) => ({ ...one, chapterTitle: titles.get(one.href) ?? '', isCounted: isCountedAnnotation(task, one) })),
    isCut,
  };
};

/** Returns the copy that is handed in: the chosen annotations that count. */
export const copyAnnotations = ({ bookId, items }: AnnotationProgress, chosen: ReadonlySet<string>): AnnotationWork => ({
  kind: 'annotation',
  bookId,
  annotations: items.flatMap(({ isCounted, ...one }): HandedAnnotation[] => (isCounted && chosen.has(one.id) ? [one] : [])),
});

/** Returns the published annotation assignments of the user's active classes with this book, with what applies to the user. */
export const listAnnotationAssignments = async (db: Queryable, userId: string, bookId: string): Promise<CallerAssignment[]> => {
  const { rows } = await db.execute<Row<{ id: string }>>(sql`
    select a.id from class_member m join class_group c on c.id = m.class_id join assignment a on a.class_id = c.id
    where m.user_id = ${userId} and m.status = 'active' and c.book_id = ${bookId} and c.status = 'active' and a.kind = 'annotation'
      and a.status = 'published' order by a.id`);
  return rows.length === 0
    ? []
    : findAssignmentsFor(
        db,
        userId,
        rows.map(({ id }) => id),
      );
};
