import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * `marking`: responses that a person must score; `joining`: members who wait for consent; `appeal`: appeals against grades without a reply;
 * `question`: questions of students about the book that no teacher has answered.
 */
export const teachingWorkKind = z.enum(['marking', 'joining', 'appeal', 'question']);

export type TeachingWorkKind = z.output<typeof teachingWorkKind>;

/** Work of one kind that waits in a class; for `marking`, in one assignment. */
export const teachingWork = z.object({
  kind: teachingWorkKind,
  classId: entityId,
  className: z.string(),
  assignment: z.object({ id: entityId, title: z.string() }).optional(),
  count: z.number().int(),
});

export type TeachingWork = z.output<typeof teachingWork>;

/** Lists what waits for the caller in the active classes that the caller may change, class by class, the newest class first. */
export const listTeachingWork = operation({
  name: 'listTeachingWork',
  method: 'GET',
  path: '/api/class/work',
  summary: '我的教学待办',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ items: z.array(teachingWork) }),
});
