import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { chapterPlan } from './chapter-plan.ts';

/** Sets or removes the plan of one chapter of a class. For the teachers who may edit. */
export const setChapterPlan = operation({
  name: 'setChapterPlan',
  method: 'POST',
  path: '/api/class/plan/set',
  summary: '修改章节计划',
  permission: 'runClass',
  input: z.object({
    classId: entityId,
    href: z.string().min(1).max(1024),
    /** Absent: the chapter is no longer planned. */
    plan: chapterPlan.optional(),
  }),
  output: z.object({}),
  errors: ['class.notFound', 'class.chapterNotFound'],
});
