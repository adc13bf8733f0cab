import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { annotationTask } from './task.ts';

/** What a student is to annotate in a book for one assignment. The reader counts the annotations itself (`isCountedAnnotation`). */
export const annotationAssignment = z.object({
  id: entityId,
  title: z.string(),
  /** The due time of the student; null without one. */
  dueAt: z.number().int().nullable(),
  task: annotationTask,
  /** Whether the student has handed in before. */
  isHandedIn: z.boolean(),
});

export type AnnotationAssignment = z.output<typeof annotationAssignment>;

/** Lists the annotation assignments in a book for which the caller can hand in now. */
export const listAnnotationTasks = operation({
  name: 'listAnnotationTasks',
  method: 'GET',
  path: '/api/assignment/annotation',
  summary: '这本书的批注作业',
  permission: 'ownAccount',
  input: z.object({ bookId: entityId }),
  output: z.object({ items: z.array(annotationAssignment) }),
});
