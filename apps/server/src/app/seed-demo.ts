/** Puts the demo people and the demo library in, once: what is there already stays as it is. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Account } from '../features/account/account.ts';
import { findPersonByTel, seedDemoPeople } from '../features/account/people.ts';
import { grantBook } from '../features/commerce/grant-book.ts';
import { importFile } from '../features/media/import/import-file.ts';
import { importParts } from './import-parts.ts';
import type { Platform } from './open-platform.ts';

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

/** Importing the same file twice makes one version, so a seed that was cut short simply goes on. */
export const seedDemo = async (platform: Platform, account: Account): Promise<void> => {
  await seedDemoPeople(account);
  const reader = await findPersonByTel(platform.db.orm, DEMO_READER_TEL);
  const list = path.join(libraryFolder, 'library.json');
  if (!existsSync(list)) return;
  for (const book of library.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const job = await importFile(importParts(platform), path.join(libraryFolder, book.file), {
      publish: true,
      accessModel: book.access,
      priceFen: book.priceFen,
      trialChapters: book.trialChapters,
      categoryIds: [book.category],
    });
    if (job.stage !== 'done') platform.log.error({ file: book.file, findings: job.findings }, 'a demo book could not be imported');
    else if (book.access === 'paid' && !job.existing && reader !== undefined && job.bookId !== undefined) {
      await grantBook(platform.db.orm, platform.clock, { userId: reader.id, bookId: job.bookId, grantedBy: 'seed', note: '示例图书' });
    }
    if (job.stage === 'done' && !job.existing) platform.log.info({ file: book.file, bookId: job.bookId }, 'demo book imported');
  }
};
