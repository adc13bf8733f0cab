/**
 * The objects that belong to the demo. They are recorded when they are created; demo objects of earlier versions of the server were not
 * recorded and are found by their names.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listInstitutions } from '@shufang/contract';
import { z } from 'zod';
import type { Account } from '../features/account/account.ts';
import { demoTels, findUserNameByTel } from '../features/account/create-users.ts';
import { findPublishedPasswords } from '../features/account/published-password.ts';
import { listAllCollections } from '../features/catalog/collections/collection-store.ts';
import { listAllSlots } from '../features/catalog/home/home-slot-store.ts';
import { findAdminInstitutions } from '../features/institution/admin-institutions.ts';
import { listLicenseRows } from '../features/license/license-store.ts';
import { findBookOfFile } from '../features/publication/import/import-file.ts';
import { assembleInstitutions } from './assemble-institutions.ts';
import type { Platform } from './open-platform.ts';

export interface DemoItem {
  readonly kind: 'account' | 'book' | 'collection' | 'homeSlot' | 'institution' | 'license';
  readonly id: string;
}

export const DEMO_SCHOOL = '墨池演示大学';
export const DEMO_CONTRACT = '示例合同';
export const DEMO_COLLECTION = { title: '开卷书单', curator: '书房编辑部' };

export const libraryFolder = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'demo', 'dist');

const library = z.array(
  z.object({
    file: z.string(),
    category: z.string(),
    access: z.enum(['free', 'paid']),
    priceFen: z.number().int(),
    trialChapters: z.number().int(),
  }),
);

/** The books of the demo; empty if they have not been built. */
export const readLibrary = async (): Promise<z.output<typeof library>> => {
  const list = path.join(libraryFolder, 'library.json');
  return existsSync(list) ? library.parse(JSON.parse(await readFile(list, 'utf8'))) : [];
};

/**
 * The demo accounts that still have the published password. An account with another password may belong to a real user who has registered a
 * demo phone number.
 */
const findAccounts = async ({ db }: Platform, { hasher }: Account): Promise<DemoItem[]> => {
  const published = new Set((await findPublishedPasswords(db, hasher, { record: true })).map(({ id }) => id));
  const users = await Promise.all(demoTels().map((tel) => findUserNameByTel(db.orm, tel)));
  return users.flatMap((user) => (user !== undefined && published.has(user.id) ? [{ kind: 'account', id: user.id } as const] : []));
};

const findBooks = async (platform: Platform): Promise<DemoItem[]> => {
  const items: DemoItem[] = [];
  for (const { file } of await readLibrary()) {
    const id = await findBookOfFile(platform, path.join(libraryFolder, file));
    if (id !== undefined) items.push({ kind: 'book', id });
  }
  return items;
};

const findCurated = async ({ db }: Platform, bookIds: ReadonlySet<string>): Promise<DemoItem[]> => {
  const { title, curator } = DEMO_COLLECTION;
  const collections = (await listAllCollections(db.orm, undefined)).filter((one) => one.title === title && one.curator === curator);
  const targets = new Set([...bookIds, ...collections.map(({ id }) => id)]);
  const slots = (await listAllSlots(db.orm)).filter(({ target }) => targets.has(target));
  return [
    ...collections.map(({ id }) => ({ kind: 'collection', id }) as const),
    ...slots.map(({ id }) => ({ kind: 'homeSlot', id }) as const),
  ];
};

const findSchool = async (platform: Platform, account: Account): Promise<DemoItem[]> => {
  const { db, clock } = platform;
  const asked = listInstitutions.input.parse({ q: DEMO_SCHOOL });
  const schools = (await findAdminInstitutions(assembleInstitutions(platform, account), asked, undefined)).items;
  const page = { state: undefined, q: DEMO_SCHOOL, scope: undefined, after: undefined, limit: 100, now: clock.now() };
  const licenses = await listLicenseRows(db.orm, page);
  return [
    ...licenses.flatMap((one) =>
      one.institution === DEMO_SCHOOL && one.contractNo === DEMO_CONTRACT ? [{ kind: 'license', id: one.id } as const] : [],
    ),
    ...schools.flatMap((one) => (one.name === DEMO_SCHOOL ? [{ kind: 'institution', id: one.id } as const] : [])),
  ];
};

export const listDemoItems = async ({ db }: Pick<Platform, 'db'>): Promise<DemoItem[]> =>
  (await db.pool.query<DemoItem>('select kind, id from demo_item order by kind, id')).rows;

/** Records existing objects of the demo that are not recorded yet. */
export const recordDemoItems = async (platform: Platform, account: Account): Promise<void> => {
  const books = await findBooks(platform);
  const items = [
    ...(await findAccounts(platform, account)),
    ...books,
    ...(await findCurated(platform, new Set(books.map(({ id }) => id)))),
    ...(await findSchool(platform, account)),
  ];
  for (const { kind, id } of items)
    await platform.db.pool.query('insert into demo_item (kind, id, recorded_at) values ($1, $2, $3) on conflict do nothing', [
      kind,
      id,
      platform.clock.now(),
    ]);
};

export const forgetDemoItem = async ({ db }: Pick<Platform, 'db'>, { kind, id }: DemoItem): Promise<void> => {
  await db.pool.query('delete from demo_item where kind = $1 and id = $2', [kind, id]);
};
