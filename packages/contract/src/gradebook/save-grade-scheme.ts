import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { gradeCategory, gradeColumnForm, gradeDigits, gradeScheme } from './gradebook.ts';

/**
 * Replaces categories and columns of a gradebook, in the given order; the caller makes the ids of new ones. Returns the stored scheme.
 * Throws `grade.schemeChanged` if someone else has changed it since `rev`, `grade.columnInUse` for a removed column that has results, and
 * `grade.final`.
 */
export const saveGradeScheme = operation({
  name: 'saveGradeScheme',
  method: 'POST',
  path: '/api/grade/scheme',
  summary: '保存成绩构成',
  permission: 'runClass',
  input: z.object({
    classId: entityId,
    rev: z.number().int().min(0),
    digits: gradeDigits,
    categories: z.array(gradeCategory).max(LIMITS.gradeCategoriesMax, `最多 ${LIMITS.gradeCategoriesMax} 个类别`),
    columns: z.array(gradeColumnForm).max(LIMITS.gradeColumnsMax, `最多 ${LIMITS.gradeColumnsMax} 个成绩项`),
  }),
  output: gradeScheme,
  errors: ['class.notFound', 'grade.schemeChanged', 'grade.columnInUse', 'grade.final'],
});
