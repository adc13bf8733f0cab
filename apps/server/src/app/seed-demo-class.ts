/** The classes of the demo: the demo teachers are verified by the demo university, and the first one teaches a class of thirty students. */
import path from 'node:path';
import { newId, teacherForm } from '@shufang/contract';
import { DEMO_TEACHERS, demoStudentTel, findUserNameByTel } from '../features/account/create-users.ts';
import { findBook } from '../features/catalog/find-books.ts';
import { findInstitutionByName } from '../features/institution/institution-names.ts';
import { findInstitutionStatements } from '../features/institution/institution-statements.ts';
import { findBookOfFile } from '../features/publication/import/import-file.ts';
import { findReleasedVersion } from '../features/publication/versions/read-version.ts';
import { listBlockIds } from '../features/publication/versions/version-text.ts';
import { savePassedPart } from '../features/reading/progress-store.ts';
import { saveTime } from '../features/reading-time/store.ts';
import { insertAnnouncement } from '../features/teaching/announcement-store.ts';
import { listMemberIds, putPlan } from '../features/teaching/chapter-plan-store.ts';
import { findChapters } from '../features/teaching/class-chapters.ts';
import { putCoTeacher } from '../features/teaching/co-teacher-store.ts';
import { insertNewClass } from '../features/teaching/create-class.ts';
import { addMember } from '../features/teaching/join-class.ts';
import { listClassesTaughtBy, setMemberOffice } from '../features/teaching/store.ts';
import { approvedNameOf } from '../features/verification/approved-name.ts';
import { listApplicationsOf } from '../features/verification/store.ts';
import { submitApplication } from '../features/verification/submit-application.ts';
import { DAY_MS, dayOf, startOfDay } from '../platform/china-time.ts';
import { DEMO_SCHOOL, libraryFolder } from './demo-items.ts';
import type { Platform } from './open-platform.ts';
import { seedDemoAnnotationTask } from './seed-demo-annotation-task.ts';
import { seedDemoAssignments } from './seed-demo-assignments.ts';
import { seedDemoClassroom } from './seed-demo-classroom.ts';
import { seedDemoEssays } from './seed-demo-essay-assignment.ts';
import { seedDemoGrades } from './seed-demo-grades.ts';
import { seedDemoReading } from './seed-demo-reading.ts';
import { seedDemoThreads } from './seed-demo-threads.ts';
import { seedDemoTopic } from './seed-demo-topic.ts';

const BOOK_FILE = 'python-rumen.epub';
const STUDENTS = 30;
const GROUP_SIZE = 6;
/** Number of chapters that the class plans. */
const PLANNED = 4;
const ANNOUNCEMENTS = [
  '欢迎大家！本学期的教材是《Python 编程起步》，请先读“致读者”和第一章。还没有书的同学有 14 天体验期。',
  '下周二的课改到实验楼 302，请带电脑，并先装好 Python。',
];

/** Returns the term of a time, such as 2026 年秋季学期; the autumn term begins in August. */
export const demoTermOf = (now: number): string => {
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

/** Stores announcements of the past days, of which nobody is notified. */
const publishDemoAnnouncements = async ({ db, clock }: Platform, classId: string, teacherId: string): Promise<void> => {
  await db.transaction(async (tx) => {
    const author = (await approvedNameOf(tx, teacherId)) ?? '';
    for (const [index, body] of ANNOUNCEMENTS.entries()) {
      const at = clock.now() - (ANNOUNCEMENTS.length - index) * DAY_MS;
      await insertAnnouncement(tx, { id: newId(at), classId, authorId: teacherId, author, role: 'teacher', body, at });
    }
  });
};

/** Plans the first chapters of the book, a week each; the last one of them is hidden until it opens. */
const planDemoChapters = async ({ db, clock }: Platform, classId: string, bookId: string): Promise<void> => {
  const chapters = (await findChapters(db.orm, bookId)).slice(1, 1 + PLANNED);
  const morning = startOfDay(dayOf(clock.now()));
  await db.transaction(async (tx) => {
    for (const [index, { href }] of chapters.entries()) {
      const opensAt = morning + (index - PLANNED + 2) * 7 * DAY_MS;
      await putPlan(tx, classId, href, { isRequired: true, isHidden: index === PLANNED - 1, opensAt, dueAt: opensAt + 7 * DAY_MS - 1 });
    }
  });
};

/** Stores that each student has read some chapters, later ones fewer students. */
const readDemoChapters = async ({ db, clock }: Platform, classId: string, bookId: string, versionId: string): Promise<void> => {
  const version = await findReleasedVersion(db.orm, versionId);
  const chapters = await findChapters(db.orm, bookId);
  const day = new Date(clock.now() - DAY_MS).toISOString().slice(0, 10);
  for (const [student, userId] of (await listMemberIds(db.orm, classId)).entries()) {
    for (const [index, { href, expectedSeconds }] of chapters.slice(0, student % (PLANNED + 1)).entries()) {
      const document = version?.manifest.readingOrder.findIndex((item) => item.href === href) ?? -1;
      const seconds = Math.round(expectedSeconds * (0.5 + ((student * 7 + index * 3) % 10) / 10));
      const blockSeconds = (await listBlockIds(db.orm, versionId, document)).map((_, at, all) => Math.ceil((seconds - at) / all.length));
      await saveTime(db.orm, userId, 'demo0001', { bookId, versionId, document, day, seconds, blockSeconds });
    }
    const next = chapters[student % (PLANNED + 1)];
    const end = Math.round((next?.from ?? 0) * 10_000);
    const at = clock.now() - DAY_MS;
    if (next !== undefined && end > 0) await savePassedPart(db.orm, { userId, bookId, versionId, href: next.href, end, at });
  }
};

/** Lets the second demo teacher view the class. */
const addCoTeacher = async ({ db, clock }: Platform, classId: string, userId: string): Promise<void> => {
  await db.transaction(async (tx) => {
    const name = (await approvedNameOf(tx, userId)) ?? '';
    await putCoTeacher(tx, { classId, userId, name, right: 'view', addedAt: clock.now() });
  });
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
    term: demoTermOf(clock.now()),
    bookId: book.id,
    versionId: book.currentVersionId,
    ...(institution === undefined ? {} : { institutionId: institution.id }),
  });
  const studentIds: string[] = [];
  for (let student = 0; student < STUDENTS; student += 1) {
    const user = await findUserNameByTel(db.orm, demoStudentTel(student));
    if (user === undefined) continue;
    studentIds.push(user.id);
    await addMember(platform, id, { userId: user.id, name: user.nickname, studentNo: `20260${101 + student}` });
    await db.transaction((tx) =>
      setMemberOffice(tx, {
        classId: id,
        userId: user.id,
        group: `第 ${1 + Math.floor(student / GROUP_SIZE)} 组`,
        isRepresentative: student === 0,
      }),
    );
  }
  await publishDemoAnnouncements(platform, id, teacherId);
  // Before the assignments, because one of them counts what was read.
  await seedDemoReading(platform, { bookId: book.id, versionId: book.currentVersionId, studentIds });
  await seedDemoAssignments(platform, { classId: id, teacherId, studentIds });
  await seedDemoAnnotationTask(platform, { classId: id, teacherId, studentIds, bookId: book.id, versionId: book.currentVersionId });
  await seedDemoTopic(platform, { classId: id, teacherId, studentIds });
  await seedDemoEssays(platform, { classId: id, teacherId, studentIds });
  await seedDemoClassroom(platform, { classId: id, studentIds });
  const teacher = { id: teacherId, name: (await approvedNameOf(db.orm, teacherId)) ?? '' };
  await seedDemoThreads(platform, { classId: id, bookId: book.id, versionId: book.currentVersionId, teacher, studentIds });
  await planDemoChapters(platform, id, book.id);
  await readDemoChapters(platform, id, book.id, book.currentVersionId);
  await seedDemoGrades(platform, id, (await approvedNameOf(db.orm, teacherId)) ?? '');
  const colleagueId = teacherIds[1];
  if (colleagueId !== undefined) await addCoTeacher(platform, id, colleagueId);
};
