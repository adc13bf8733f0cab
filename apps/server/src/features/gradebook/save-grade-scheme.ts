/** Stores categories, weights and columns of a gradebook. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { flowAllScores } from './flow-scores.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findScheme, findUsedColumn, putScheme } from './store.ts';
import { lockGradebook } from './taught-gradebook.ts';

const hasDuplicates = (ids: readonly string[]): boolean => new Set(ids).size < ids.length;

/**
 * Throws `class.notFound`, `grade.final`, `grade.schemeChanged`, `grade.columnInUse`, and `request.invalid` for a column without its
 * category or ids that are in use.
 */
export const saveGradeScheme: UseCase<'saveGradeScheme', GradebookDependencies> = async (
  { db, clock },
  { reader },
  { classId, ...given },
) => {
  const columnIds = given.columns.map(({ id }) => id);
  const categoryIds = given.categories.map(({ id }) => id);
  if (hasDuplicates(columnIds) || hasDuplicates(categoryIds) || given.columns.some(({ categoryId }) => !categoryIds.includes(categoryId)))
    throw new CodedError('request.invalid', { reason: '每个成绩项都须属于一个类别，且不能重复' });
  const payload = await db.transaction(async (tx) => {
    const { scheme } = await lockGradebook(tx, reader.userId, classId);
    if (scheme.rev !== given.rev) throw new CodedError('grade.schemeChanged');
    const removed = scheme.columns.flatMap(({ id }) => (columnIds.includes(id) ? [] : [id]));
    const title = await findUsedColumn(tx, removed);
    if (title !== undefined) throw new CodedError('grade.columnInUse', { title });
    if (!(await putScheme(tx, classId, { ...given, rev: scheme.rev + 1 })))
      throw new CodedError('request.invalid', { reason: '成绩项的编号已被占用，请刷新后再试' });
    // The scores of assignments are in the points of their columns.
    await flowAllScores(tx, classId, clock.now());
    return findScheme(tx, classId);
  });
  return { payload, say: '已保存' };
};
