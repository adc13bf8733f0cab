/** Returns what an invited student sees of a class before joining. Throws `class.codeUnknown`, `class.codeTries`. */
import { LIMITS } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findBook } from '../catalog/find-books.ts';
import { listInstitutionNames } from '../institution/institution-names.ts';
import { findJoinableClass } from './class-code-limit.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const findClassByCode: UseCase<'findClassByCode', TeachingDependencies> = async (deps, caller, { code }) => {
  const { name, term, teacherName, institutionId, bookId, joinPolicy } = await findJoinableClass(deps, caller, code);
  const names = await listInstitutionNames(deps.db.orm, institutionId === null ? [] : [institutionId]);
  const institution = institutionId === null ? undefined : names.get(institutionId);
  return {
    name,
    term,
    teacher: teacherName,
    ...(institution === undefined ? {} : { institution }),
    book: (await findBook(deps.db.orm, bookId))?.title ?? '',
    joinPolicy,
    probationDays: LIMITS.classProbationDays,
  };
};
