/** The adoption lists of the demo: one that the university has ordered, and one for the next term that waits for its department. */
import path from 'node:path';
import { newId } from '@shufang/contract';
import { DEMO_TEACHERS, findUserNameByTel } from '../features/account/create-users.ts';
import { putDeadline } from '../features/adoption/deadline-store.ts';
import { decideAdoptionsAs } from '../features/adoption/decide-adoption-lists.ts';
import { orderAdoptionsAs } from '../features/adoption/order-adoption-lists.ts';
import { insertAdoption, listAdoptionsOf, replaceItems } from '../features/adoption/store.ts';
import { submitAdoptionOf } from '../features/adoption/submit-adoption-list.ts';
import { findBook } from '../features/catalog/find-books.ts';
import { findInstitutionByName } from '../features/institution/institution-names.ts';
import { findBookOfFile } from '../features/publication/import/import-file.ts';
import { listTaughtClasses } from '../features/teaching/taught-classes.ts';
import { DEMO_SCHOOL, libraryFolder } from './demo-items.ts';
import type { Platform } from './open-platform.ts';
import { demoTermOf } from './seed-demo-class.ts';

const DAY_MS = 86_400_000;
const TERM_MS = 182 * DAY_MS;
const REVIEWERS = { section: '程序设计教研室 沈砚秋', department: '信息学院 顾明远', school: '教材科 陆子衡' } as const;

interface DemoItem {
  readonly file: string;
  readonly courseCode: string;
  readonly course: string;
  readonly isbn: string;
  readonly edition: string;
  readonly students: number;
  readonly priceFen: number;
  readonly award: 'none' | 'national' | 'provincial';
  readonly hasTeacherCopy: boolean;
  readonly reason: string;
}

const PYTHON: DemoItem = {
  file: 'python-rumen.epub',
  courseCode: 'CS1101',
  course: 'Python 程序设计',
  isbn: '9787040599008',
  edition: '第 1 版',
  students: 30,
  priceFen: 4980,
  award: 'provincial',
  hasTeacherCopy: true,
  reason: '从零讲起，例题能在课堂上逐步演示，配套数字教材可以离线读。',
};
const CHINESE: DemoItem = {
  file: 'gu-wen-duben.epub',
  courseCode: 'GE2005',
  course: '大学语文',
  isbn: '9787302511625',
  edition: '第 2 版',
  students: 58,
  priceFen: 3600,
  award: 'national',
  hasTeacherCopy: true,
  reason: '篇目与课程大纲一致，注释详细，适合非中文专业。',
};

const submit = async (
  platform: Platform,
  list: { readonly teacherId: string; readonly institutionId: string; readonly term: string; readonly note: string; readonly at: number },
  items: readonly DemoItem[],
): Promise<string> => {
  const { db } = platform;
  const { at, ...fields } = list;
  const id = newId(at);
  const [group] = await listTaughtClasses(db.orm, list.teacherId);
  const named: Parameters<typeof replaceItems>[2][number][] = [];
  for (const { file, ...item } of items) {
    const bookId = await findBookOfFile(platform, path.join(libraryFolder, file));
    const book = bookId === undefined ? undefined : await findBook(db.orm, bookId);
    if (book === undefined) continue;
    const ofClass = group?.bookId === book.id ? { classId: group.id, className: group.name } : { className: '' };
    const publisher = book.publisher ?? '';
    named.push({ ...item, ...ofClass, bookId: book.id, bookTitle: book.title, form: 'print' as const, publisher, isMarxist: false });
  }
  await db.transaction(async (tx) => {
    await insertAdoption(tx, { id, ...fields, createdAt: at });
    await replaceItems(tx, id, named);
  });
  await submitAdoptionOf({ db, clock: { ...platform.clock, now: () => at } }, list.teacherId, id);
  return id;
};

/** Stores the lists; does nothing if the first demo teacher has one. */
export const seedDemoAdoptions = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform;
  const teacher = await findUserNameByTel(db.orm, DEMO_TEACHERS[0].tel);
  const institution = await findInstitutionByName(db.orm, DEMO_SCHOOL);
  if (teacher === undefined || institution === undefined || (await listAdoptionsOf(db.orm, teacher.id)).length > 0) return;
  const now = clock.now();
  const fields = { teacherId: teacher.id, institutionId: institution.id };
  const earlier = { ...fields, term: demoTermOf(now), note: '书送到信息学院 302 室。', at: now - 60 * DAY_MS };
  const operator = { operator: 'commandLine', accessScope: undefined } as const;
  const approve = async (id: string, levels: readonly (keyof typeof REVIEWERS)[]): Promise<void> => {
    for (const level of levels)
      await decideAdoptionsAs(platform, operator, { ids: [id], level, decision: 'approve', reviewer: REVIEWERS[level], remark: '' });
  };
  const ordered = await submit(platform, earlier, [PYTHON]);
  await approve(ordered, ['section', 'department', 'school']);
  await orderAdoptionsAs(platform, operator, [ordered]);
  const term = demoTermOf(now + TERM_MS);
  await db.transaction((tx) => putDeadline(tx, { institutionId: institution.id, term, closesAt: now + 14 * DAY_MS }));
  const waiting = await submit(platform, { ...fields, term, note: '', at: now - DAY_MS }, [{ ...PYTHON, students: 32 }, CHINESE]);
  await approve(waiting, ['section']);
};
