/** The classes of the demo: the demo teachers are verified by the demo university, and the first one teaches a class of thirty students. */
import path from 'node:path';
import { teacherForm } from '@shufang/contract';
import { DEMO_TEACHERS, demoStudentTel, findUserNameByTel } from '../features/account/create-users.ts';
import { findBook } from '../features/catalog/find-books.ts';
import { findInstitutionByName } from '../features/institution/institution-names.ts';
import { findInstitutionStatements } from '../features/institution/institution-statements.ts';
import { findBookOfFile } from '../features/publication/import/import-file.ts';
import { insertNewClass } from '../features/teaching/create-class.ts';
import { addMember } from '../features/teaching/join-class.ts';
import { listClassesTaughtBy } from '../features/teaching/store.ts';
import { listApplicationsOf } from '../features/verification/store.ts';
import { submitApplication } from '../features/verification/submit-application.ts';
import { DEMO_SCHOOL, libraryFolder } from './demo-items.ts';
import type { Platform } from './open-platform.ts';

const BOOK_FILE = 'python-rumen.epub';
const STUDENTS = 30;

/** Returns the term of a time, such as 2026 年秋季学期; the autumn term begins in August. */
const termOf = (now: number): string => {
  const date = new Date(now);
  return `${date.getFullYear()} 年${date.getMonth() >= 7 || date.getMonth() === 0 ? '秋' : '春'}季学期`;
};

/** Verifies a demo teacher as one whom the demo university lists; does nothing if the teacher has ever applied. */
const verifyTeacher = async ({ db, clock, events }: Platform, userId: string, realName: string): Promise<void> => {
  if ((await listApplicationsOf(db.orm, userId, 'teacher')).length > 0) return;
  const form = teacherForm.parse({ realName, institution: DEMO_SCHOOL, department: '信息学院', title: '讲师', subjects: ['程序设计'] });
  const dependencies = {
    db,
    clock,
    events,
    findOwnFiles: async () => [],
    findInstitutionStatements: (on: Parameters<typeof findInstitutionStatements>[0], id: string) =>
      findInstitutionStatements(on, id, clock.now()),
  };
  await submitApplication(dependencies, userId, 'teacher', { ...form, fileIds: [] });
};

/** Creates the class with its students; does nothing if the first demo teacher has a class already. */
export const seedDemoClass = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform;
  const teacherIds: string[] = [];
  for (const { tel, realName } of DEMO_TEACHERS) {
    const user = await findUserNameByTel(db.orm, tel);
    if (user === undefined) continue;
    await verifyTeacher(platform, user.id, realName);
    teacherIds.push(user.id);
  }
  const [teacherId] = teacherIds;
  const bookId = await findBookOfFile(platform, path.join(libraryFolder, BOOK_FILE));
  const book = bookId === undefined ? undefined : await findBook(db.orm, bookId);
  if (teacherId === undefined || book?.currentVersionId === undefined) return;
  if ((await listClassesTaughtBy(db.orm, teacherId)).length > 0) return;
  const institution = await findInstitutionByName(db.orm, DEMO_SCHOOL);
  const { id } = await insertNewClass(platform, teacherId, {
    name: 'Python 程序设计 1 班',
    term: termOf(clock.now()),
    bookId: book.id,
    versionId: book.currentVersionId,
    ...(institution === undefined ? {} : { institutionId: institution.id }),
  });
  for (let student = 0; student < STUDENTS; student += 1) {
    const user = await findUserNameByTel(db.orm, demoStudentTel(student));
    if (user === undefined) continue;
    await addMember(platform, id, { userId: user.id, name: user.nickname, studentNo: `20260${101 + student}` });
  }
};
