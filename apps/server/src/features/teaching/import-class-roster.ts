/** Imports the roster of a class, or shows what an import would do. */
import { CodedError, LIMITS } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { rosterReader } from '../institution/isolated-roster.ts';
import { lockClassFor } from './class-access.ts';
import { listRoster, putRoster } from './roster-store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

/** Returns why a line cannot be on a roster; undefined if it can. */
const problemOf = ({ studentNo, name }: { studentNo: string; name: string }): string | undefined => {
  if (studentNo === '') return '没有学号';
  if (name === '') return '没有姓名';
  if ([...studentNo].length > LIMITS.memberStudentNoChars) return `学号最多 ${LIMITS.memberStudentNoChars} 个字`;
  return [...name].length > LIMITS.memberNameChars ? `姓名最多 ${LIMITS.memberNameChars} 个字` : undefined;
};

/** Throws `class.notFound`, `institution.rosterUnreadable`, `institution.rosterTooLong`. */
export const importClassRoster: UseCase<'importClassRoster', TeachingDependencies> = async (
  { db },
  { reader },
  { classId, file, isPreview },
) => {
  await db.transaction((tx) => lockClassFor(tx, reader.userId, classId));
  const read = await rosterReader.run(file);
  if (read.lines.length > LIMITS.classMembersMax) throw new CodedError('institution.rosterTooLong', { max: LIMITS.classMembersMax });
  const errors = [
    ...read.errors,
    ...read.lines.flatMap((line) => {
      const reason = problemOf(line);
      return reason === undefined ? [] : [{ line: line.line, reason }];
    }),
  ].toSorted((a, b) => a.line - b.line);
  const valid = read.lines.filter((line) => problemOf(line) === undefined);
  return db.transaction(async (tx) => {
    await lockClassFor(tx, reader.userId, classId);
    const known = new Map((await listRoster(tx, classId)).map(({ studentNo, name }) => [studentNo, name]));
    const lines = valid.map(({ line, studentNo, name }) => {
      const before = known.get(studentNo);
      const change = before === undefined ? ('added' as const) : before === name ? ('none' as const) : ('renamed' as const);
      return { line, studentNo, name, change };
    });
    const changed = lines.filter(({ change }) => change !== 'none');
    if (isPreview) return { lines, errors };
    await putRoster(tx, classId, changed);
    return { payload: { lines, errors }, say: `名单已导入，新增或修改 ${changed.length} 人` };
  });
};
