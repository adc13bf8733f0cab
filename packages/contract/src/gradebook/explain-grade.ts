import { z } from 'zod';
import { countedAttempt } from '../assessment/policy.ts';
import { attemptSummary } from '../assignment/assignment.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeValue } from './gradebook.ts';

/**
 * Returns the rule behind a cell of an assignment: every attempt with its deduction for late work, which of them count, and the points of
 * the column. To the teacher for every student, to a student for the own cells that are released. Throws `grade.columnNotFound` otherwise,
 * and for a column without an assignment.
 */
export const explainGrade = operation({
  name: 'explainGrade',
  method: 'GET',
  path: '/api/grade/explain',
  summary: '成绩的计算依据',
  permission: 'ownAccount',
  input: z.object({ classId: entityId, columnId: entityId, userId: entityId }),
  output: z.object({
    assignmentId: entityId,
    title: z.string(),
    /** Points of the assignment and of the column, in thousandths. */
    possibleMilli: z.number().int(),
    maxMilli: z.number().int(),
    rule: countedAttempt,
    /** Numbers of the attempts that count. */
    counted: z.array(z.number().int()),
    attempts: z.array(attemptSummary),
    /** The points that count; absent without a finished attempt. */
    countedMilli: z.number().int().optional(),
    /** What the assignment gives the cell. */
    value: gradeValue,
    isOverride: z.boolean(),
  }),
  errors: ['class.notFound', 'grade.columnNotFound'],
});
