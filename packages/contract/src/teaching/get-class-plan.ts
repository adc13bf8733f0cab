import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { classChapter } from './chapter-plan.ts';

/**
 * Returns the chapters of the book of a class with their plans, how many members have read each, and for a member the own progress. Members
 * do not see hidden plans before they open.
 */
export const getClassPlan = operation({
  name: 'getClassPlan',
  method: 'GET',
  path: '/api/class/plan',
  summary: '班级的章节计划',
  permission: 'ownAccount',
  input: z.object({ classId: entityId }),
  output: z.object({ chapters: z.array(classChapter), members: z.number().int() }),
  errors: ['class.notFound'],
});
