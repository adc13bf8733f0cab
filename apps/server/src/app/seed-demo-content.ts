/**
 * Content that readers and editors of the demo library would have added: levels, an author's account, ratings, errata, teaching resources.
 */
import { createHash } from 'node:crypto';
import { newId } from '@shufang/contract';
import { DEMO_AUTHOR_TEL, demoStudentTel, findUserNameByTel } from '../features/account/create-users.ts';
import { readAdminBook } from '../features/catalog/admin/admin-book.ts';
import { saveAdminBookAs } from '../features/catalog/admin/save-admin-book.ts';
import { createBookAdminDependencies } from '../features/catalog/catalog-dependencies.ts';
import { insertMaterial } from '../features/catalog/materials/material-store.ts';
import { putRating, sumUpRatings } from '../features/catalog/ratings/rating-store.ts';
import { decideErratumAs } from '../features/errata/decide-erratum.ts';
import { insertErratum } from '../features/errata/store.ts';
import { findSale } from '../features/orders/prices/price.ts';
import { contentKey } from '../gateways/object-storage/content-key.ts';
import { workbookWriter } from '../platform/isolated-workbook.ts';
import type { Platform } from './open-platform.ts';

interface DemoContent {
  readonly level: 'primary' | 'senior' | 'undergrad';
  /** Whether the first contributor of the book is the account of the demo author. */
  readonly isByDemoAuthor?: true;
  /** Ratings of the book; `student`: index of the demo student, from 0. */
  readonly ratings: readonly { readonly student: number; readonly stars: number; readonly body: string }[];
  readonly errata: readonly {
    readonly student: number;
    readonly chapter: string;
    readonly quote: string;
    readonly suggestion: string;
    readonly reason: string;
    readonly decision: 'accept' | 'reject';
    readonly reply: string;
  }[];
  /** Teaching resources of the book, each a workbook of one sheet. */
  readonly materials: readonly {
    readonly title: string;
    readonly note: string;
    readonly audience: 'all' | 'teacher';
    readonly rows: readonly (readonly string[])[];
    readonly widths: readonly number[];
  }[];
}

/** Content of the demo books by file name. */
const CONTENT: Readonly<Record<string, DemoContent>> = {
  'python-rumen.epub': {
    level: 'undergrad',
    isByDemoAuthor: true,
    ratings: [
      { student: 0, stars: 5, body: '每一段程序都能直接运行，练习的答案也讲得清楚。' },
      { student: 1, stars: 4, body: '第六章的排序动画很有帮助，希望再多几道综合题。' },
      { student: 2, stars: 5, body: '' },
    ],
    errata: [
      {
        student: 1,
        chapter: '第 1 章 初识程序',
        quote: '第一个程序',
        suggestion: '第一个程序（附运行截图）',
        reason: '自学的人没有见过运行的样子，建议补一幅截图',
        decision: 'accept',
        reply: '谢谢，下一版补上。',
      },
    ],
    materials: [],
  },
  'gu-wen-duben.epub': {
    level: 'senior',
    ratings: [
      { student: 3, stars: 5, body: '竖排读起来很舒服，难字有注音，学生自己就能读。' },
      { student: 4, stars: 4, body: '选文精当，注释可以再详细一点。' },
    ],
    errata: [
      {
        student: 3,
        chapter: '爱莲说',
        quote: '亵玩',
        suggestion: '亵（xiè）玩',
        reason: '建议给“亵”字注音',
        decision: 'accept',
        reply: '谢谢，下一版加注音。',
      },
      {
        student: 4,
        chapter: '陋室铭',
        quote: '阶绿',
        suggestion: '堦绿',
        reason: '有的版本作“堦”',
        decision: 'reject',
        reply: '“堦”是“阶”的异体字，本书用规范字。',
      },
    ],
    materials: [
      {
        title: '教学进度表',
        note: '按每周两课时安排，可以直接修改',
        audience: 'teacher',
        rows: [
          ['周次', '课题', '课时', '作业'],
          ['1', '《论语》六则', '2', '背诵前三则'],
          ['2', '爱莲说', '2', '比较莲与菊'],
          ['3', '陋室铭', '2', '仿写一段'],
          ['4', '桃花源记', '2', '复述故事'],
          ['5', '记承天寺夜游', '1', '写一处夜景'],
          ['6', '岳阳楼记', '2', '背诵第五段'],
          ['7', '与朱元思书', '1', '找出对偶句'],
          ['8', '唐诗五首', '2', '默写'],
        ],
        widths: [8, 24, 8, 24],
      },
      {
        title: '难字表',
        note: '书中难字的读音和意思，供朗读前预习',
        audience: 'all',
        rows: [
          ['字', '读音', '所在篇目', '意思'],
          ['愠', 'yùn', '论语', '生气'],
          ['濯', 'zhuó', '爱莲说', '洗'],
          ['蔓', 'màn', '爱莲说', '生枝蔓'],
          ['亵', 'xiè', '爱莲说', '亲近而不庄重'],
          ['牍', 'dú', '陋室铭', '书版，文书'],
        ],
        widths: [6, 10, 16, 24],
      },
    ],
  },
  'tu-hua-ce.epub': {
    level: 'primary',
    ratings: [{ student: 5, stars: 5, body: '和孩子一起看，每个节气都能聊很久。' }],
    errata: [],
    materials: [],
  },
};

/** Errata were reported three weeks ago, so that the statistics of the last complete weeks contain them. */
const ERRATUM_AGE_MS = 21 * 86_400_000;

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const putMaterial = async (
  { db, clock, objects }: Platform,
  bookId: string,
  { title, note, audience, rows, widths }: DemoContent['materials'][number],
): Promise<void> => {
  const bytes = Buffer.from(await workbookWriter.run([{ name: title, rows, widths }]), 'base64');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await objects.put(contentKey(sha256), bytes, { mediaType: XLSX_TYPE, bytes: bytes.length });
  const createdAt = clock.now();
  const file = { fileName: `${title}.xlsx`, mediaType: XLSX_TYPE, sizeBytes: bytes.length, sha256 };
  await db.transaction((tx) => insertMaterial(tx, { id: newId(createdAt), bookId, title, note, audience, ...file, createdAt }));
};

/** Adds the content that `CONTENT` lists for its file to a demo book that was just imported; other files get nothing. */
export const seedDemoContent = async (platform: Platform, { file, bookId }: { file: string; bookId: string }): Promise<void> => {
  const content = CONTENT[file];
  if (content === undefined) return;
  const { db, clock } = platform;
  const dependencies = createBookAdminDependencies(platform, { findSale: (id) => findSale(db.orm, id) });
  const { contributors } = await readAdminBook(dependencies, bookId, undefined);
  const named = contributors.map(({ name, role, unit }, index) => ({
    name,
    role,
    unit,
    ...(content.isByDemoAuthor === true && index === 0 ? { tel: DEMO_AUTHOR_TEL } : {}),
  }));
  await saveAdminBookAs(dependencies, 'commandLine', { bookId, level: content.level, contributors: named, reason: '示例图书' }, undefined);

  const studentId = async (student: number): Promise<string> => {
    const found = await findUserNameByTel(db.orm, demoStudentTel(student));
    if (found === undefined) throw new Error('the demo students must be created before the books');
    return found.id;
  };
  for (const { student, stars, body } of content.ratings) {
    const userId = await studentId(student);
    const now = clock.now();
    await db.transaction(async (tx) => {
      await putRating(tx, { id: newId(now), bookId, userId, stars, body, now });
      await sumUpRatings(tx, bookId);
    });
  }
  for (const { student, decision, reply, ...found } of content.errata) {
    const createdAt = clock.now() - ERRATUM_AGE_MS;
    const id = newId(createdAt);
    await insertErratum(db.orm, { id, bookId, userId: await studentId(student), versionNo: 1, ...found, locator: undefined, createdAt });
    await decideErratumAs(dependencies, 'commandLine', { id, decision, reply });
  }
  for (const material of content.materials) await putMaterial(platform, bookId, material);
};
