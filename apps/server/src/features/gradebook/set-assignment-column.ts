/** Gives an assignment a column in the gradebook, changes it, or removes it. */
import { CodedError, type GradeSchemeRecord, LIMITS, newId } from '@shufang/contract';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { requireTaught } from '../assignment/counted-scores.ts';
import { flowScores } from './flow-scores.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findUsedColumn, putScheme, setColumnAssignment } from './store.ts';
import { lockGradebook } from './taught-gradebook.ts';

type NewColumn = NonNullable<UseCaseInput<'setAssignmentColumn'>['column']>;

/** Returns the scheme with the column in its category. Throws `request.invalid` for an unknown category and beyond the limits. */
const withColumn = (
  scheme: GradeSchemeRecord,
  { category, maxMilli }: NewColumn,
  { assignmentId, title, columnId }: { assignmentId: string; title: string; columnId: string },
): GradeSchemeRecord => {
  const isNew = 'name' in category;
  const categoryId = isNew ? newId() : category.id;
  const categories = isNew
    ? [...scheme.categories, { ...category, id: categoryId, method: 'points' as const, dropLowest: 0 }]
    : scheme.categories;
  if (!categories.some(({ id }) => id === categoryId))
    throw new CodedError('request.invalid', { reason: '没有找到这个类别，请刷新后再试' });
  if (categories.length > LIMITS.gradeCategoriesMax)
    throw new CodedError('request.invalid', { reason: `最多 ${LIMITS.gradeCategoriesMax} 个类别` });
  const found = scheme.columns.find((column) => column.id === columnId);
  const column = { id: columnId, isReleased: false, title, ...found, assignmentId, categoryId, maxMilli };
  const columns = found === undefined ? [...scheme.columns, column] : scheme.columns.map((each) => (each.id === columnId ? column : each));
  if (columns.length > LIMITS.gradeColumnsMax)
    throw new CodedError('request.invalid', { reason: `最多 ${LIMITS.gradeColumnsMax} 个成绩项` });
  return { ...scheme, categories, columns };
};

/** Throws `assignment.notFound`, `grade.final`, `grade.columnInUse`, `request.invalid`. */
export const setAssignmentColumn: UseCase<'setAssignmentColumn', GradebookDependencies> = async (
  { db, clock },
  { reader },
  { assignmentId, column },
) => {
  const one = await requireTaught(db.orm, reader.userId, assignmentId);
  if (one.status === 'draft') throw new CodedError('assignment.notFound');
  if (column !== null && one.possibleMilli === 0) throw new CodedError('request.invalid', { reason: '这份作业没有分值，不能计入成绩册' });
  await db.transaction(async (tx) => {
    const { scheme } = await lockGradebook(tx, reader.userId, one.classId);
    const found = scheme.columns.find((each) => each.assignmentId === assignmentId);
    if (column === null) {
      if (found === undefined) return;
      const title = await findUsedColumn(tx, [found.id]);
      if (title !== undefined) throw new CodedError('grade.columnInUse', { title });
      const columns = scheme.columns.filter((each) => each !== found);
      await putScheme(tx, one.classId, { ...scheme, columns, rev: scheme.rev + 1 });
      return;
    }
    const columnId = found?.id ?? newId();
    const title = one.title.slice(0, LIMITS.gradeTitleChars);
    const next = withColumn(scheme, column, { assignmentId, title, columnId });
    await putScheme(tx, one.classId, { ...next, rev: scheme.rev + 1 });
    await setColumnAssignment(tx, columnId, assignmentId);
    await flowScores(tx, assignmentId, undefined, clock.now());
  });
  return { payload: {}, say: column === null ? '已不计入成绩册' : '已计入成绩册' };
};
