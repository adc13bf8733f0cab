/** Puts the demo people and the demo library in, once: what is there already stays as it is. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Account } from '../features/account/account.ts';
import { findPersonByTel, seedDemoPeople } from '../features/account/people.ts';
import { saveCollection } from '../features/catalog/save-collection.ts';
import { saveHomeSlot } from '../features/catalog/save-home-slot.ts';
import { grantBook } from '../features/commerce/grant-book.ts';
import { findBookOfFile, importFile } from '../features/media/import/import-file.ts';
import { importParts } from './import-parts.ts';
import type { Platform } from './open-platform.ts';
import { seedDemoSchool } from './seed-demo-school.ts';

/** design.md §7: the demo reader owns the paid demo books, so that the whole of them can be seen. */
const DEMO_READER_TEL = '13800000001';

const libraryFolder = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'demo', 'dist');

const library = z.array(
  z.object({
    file: z.string(),
    category: z.string(),
    access: z.enum(['free', 'paid']),
    priceFen: z.number().int(),
    trialChapters: z.number().int(),
  }),
);

/** What the demo institution has bought. */
const LICENSED: ReadonlySet<string> = new Set(['python-rumen.epub', 'tu-hua-ce.epub']);

/** What editors would say of the demo books, by file. */
const notes: Readonly<Record<string, string>> = {
  'gu-wen-duben.epub': '先读一段古文：注释、注音和译文都在手边，可以一边读一边划线。',
  'python-rumen.epub': '再写一行代码：从变量讲到循环，每章末尾有可以动手的练习。',
  'tu-hua-ce.epub': '最后看几幅画：跨页相连，说明文字同样能搜索和摘录。',
};

/** A collection of the demo books and the places of the front page that lead to it, as an editor would make them. */
const seedCollection = async ({ db, clock }: Platform, books: readonly { file: string; bookId: string }[]): Promise<void> => {
  const deps = { db, clock, findPicture: () => Promise.reject(new Error('the demo brings no pictures')) };
  const { id } = await saveCollection(deps, 'commandLine', {
    kind: 'list',
    title: '开卷书单',
    intro: '一段古文、一行代码、几幅画：从这三本书开始，认识书房里的阅读。',
    curator: '书房编辑部',
    visible: true,
    items: books.map(({ file, bookId }) => ({ bookId, note: notes[file] ?? '' })),
  });
  await saveHomeSlot(deps, 'commandLine', { slot: 'banner', targetType: 'collection', target: id });
  const book = books.find(({ file }) => file === 'python-rumen.epub');
  if (book === undefined) return;
  await saveHomeSlot(deps, 'commandLine', {
    slot: 'banner',
    targetType: 'book',
    target: book.bookId,
    lead: '前三章可以直接试读；读到哪里，换一台设备接着读。',
  });
};

/** A book that is there stays as editors have made it since; a seed that was cut short goes on with the next one. */
export const seedDemo = async (platform: Platform, account: Account): Promise<void> => {
  await seedDemoPeople(account);
  const reader = await findPersonByTel(platform.db.orm, DEMO_READER_TEL);
  const list = path.join(libraryFolder, 'library.json');
  if (!existsSync(list)) return;
  const imported: { file: string; bookId: string }[] = [];
  const licensed: string[] = [];
  for (const book of library.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const file = path.join(libraryFolder, book.file);
    const known = await findBookOfFile(platform, file);
    if (known !== undefined) {
      if (LICENSED.has(book.file)) licensed.push(known);
      continue;
    }
    const job = await importFile(importParts(platform), file, {
      publish: true,
      accessModel: book.access,
      priceFen: book.priceFen,
      trialChapters: book.trialChapters,
      categoryIds: [book.category],
    });
    if (job.stage !== 'done' || job.bookId === undefined) {
      platform.log.error({ file: book.file, findings: job.findings }, 'a demo book could not be imported');
      continue;
    }
    if (book.access === 'paid' && reader !== undefined)
      await grantBook(platform.db.orm, platform.clock, { userId: reader.id, bookId: job.bookId, grantedBy: 'seed', note: '示例图书' });
    if (LICENSED.has(book.file)) licensed.push(job.bookId);
    platform.log.info({ file: book.file, bookId: job.bookId }, 'demo book imported');
    imported.push({ file: book.file, bookId: job.bookId });
  }
  if (imported.length > 0) await seedCollection(platform, imported);
  if (licensed.length > 0) await seedDemoSchool(platform, account, licensed);
};
