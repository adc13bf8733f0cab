/** Determines which pages below `/user` a user sees, from their roles and from what the application and catalog slices store about them. */
import type { PersonalPage } from '@shufang/contract';
import { isNamedAuthor } from '../features/catalog/authors/authored-books.ts';
import { listApplicationsOf } from '../features/verification/store.ts';
import type { Queryable } from '../platform/database.ts';
import type { SignedInReader } from '../platform/http/call-context.ts';

const isTeacherOrApplicant = async (db: Queryable, { userId, roles }: SignedInReader): Promise<boolean> =>
  roles.includes('teacher') || (await listApplicationsOf(db, userId, 'teacher')).length > 0;

export const personalPagesOf = async (db: Queryable, reader: SignedInReader): Promise<PersonalPage[]> => {
  const [teacher, author] = await Promise.all([isTeacherOrApplicant(db, reader), isNamedAuthor(db, reader)]);
  return [...(teacher ? (['teacher'] as const) : []), ...(author ? (['myEditedBook'] as const) : [])];
};
