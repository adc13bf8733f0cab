/** Creates the demo users and the demo library once; existing data is unchanged. */
import path from 'node:path';
import type { Account } from '../features/account/account.ts';
import { findUserNameByTel, seedDemoUsers } from '../features/account/create-users.ts';
import { saveCollectionAs } from '../features/catalog/collections/save-collection.ts';
import { saveHomeSlotAs } from '../features/catalog/home/save-home-slot.ts';
import { grantBook } from '../features/entitlement/grant-book.ts';
import { findBookOfFile, importFile } from '../features/publication/import/import-file.ts';
import { DEMO_COLLECTION, libraryFolder, readLibrary, recordDemoItems } from './demo-items.ts';
import { importDependenciesOf } from './import-dependencies.ts';
import type { Platform } from './open-platform.ts';
import { seedDemoAdoptions } from './seed-demo-adoptions.ts';
import { seedDemoClass } from './seed-demo-class.ts';
import { seedDemoContent } from './seed-demo-content.ts';
import { seedDemoQuestions } from './seed-demo-questions.ts';
import { seedDemoRoyalties } from './seed-demo-royalties.ts';
import { seedDemoSamples } from './seed-demo-samples.ts';
import { seedDemoSchool } from './seed-demo-school.ts';

/** The demo reader owns the paid demo books, so that they can be read completely (design.md §7). */
const DEMO_READER_TEL = '13800000001';

/** Files of the books that the demo institution has licensed. */
const LICENSED: ReadonlySet<string> = new Set(['python-rumen.epub', 'tu-hua-ce.epub']);

/** The metadata that editors would enter for the demo books, by file name. */
const notes: Readonly<Record<string, string>> = {
  'gu-wen-duben.epub': '先读一段古文：注释、注音和译文都在手边，可以一边读一边划线。',
  'python-rumen.epub': '再写一行代码：从变量讲到循环，每章末尾有可以动手的练习。',
  'tu-hua-ce.epub': '最后看几幅画：跨页相连，说明文字同样能搜索和摘录。',
};

/** A collection of the demo books and the home slots that lead to it, as an editor would create them. */
const seedCollection = async ({ db, clock }: Platform, books: readonly { file: string; bookId: string }[]): Promise<void> => {
  const deps = { db, clock, findPicture: () => Promise.reject(new Error('the demo has no pictures')) };
  const { id } = await saveCollectionAs(deps, 'commandLine', {
    kind: 'list',
    title: DEMO_COLLECTION.title,
    intro: '一段古文、一行代码、几幅画：从这三本书开始，认识书房里的阅读。',
    curator: DEMO_COLLECTION.curator,
    visible: true,
    items: books.map(({ file, bookId }) => ({ bookId, note: notes[file] ?? '' })),
  });
  await saveHomeSlotAs(deps, 'commandLine', { slot: 'banner', targetType: 'collection', target: id });
  const book = books.find(({ file }) => file === 'python-rumen.epub');
  if (book === undefined) return;
  await saveHomeSlotAs(deps, 'commandLine', {
    slot: 'banner',
    targetType: 'book',
    target: book.bookId,
    lead: '前三章可以直接试读；读到哪里，换一台设备接着读。',
  });
};

/** An existing book is unchanged, because editors may have edited it; an interrupted seed continues with the next one. */
export const seedDemo = async (platform: Platform, account: Account): Promise<void> => {
  await seedDemoUsers(account);
  const reader = await findUserNameByTel(platform.db.orm, DEMO_READER_TEL);
  const imported: { file: string; bookId: string }[] = [];
  const licensed: string[] = [];
  for (const book of await readLibrary()) {
    const file = path.join(libraryFolder, book.file);
    const known = await findBookOfFile(platform, file);
    if (known !== undefined) {
      if (LICENSED.has(book.file)) licensed.push(known);
      continue;
    }
    const job = await importFile(importDependenciesOf(platform), file, {
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
    await seedDemoContent(platform, { file: book.file, bookId: job.bookId });
    if (LICENSED.has(book.file)) licensed.push(job.bookId);
    platform.log.info({ file: book.file, bookId: job.bookId }, 'demo book imported');
    imported.push({ file: book.file, bookId: job.bookId });
  }
  if (imported.length > 0) await seedCollection(platform, imported);
  if (licensed.length > 0) {
    await seedDemoSchool(platform, account, licensed);
    await seedDemoQuestions(platform);
    await seedDemoClass(platform);
    await seedDemoAdoptions(platform);
    await seedDemoSamples(platform);
    await seedDemoRoyalties(platform);
  }
  await recordDemoItems(platform, account);
};
