/** Removes the objects of the demo, so that the installation can go into production: `shufang demo remove`. */

import type { Account } from '../features/account/account.ts';
import { eraseDemoAccount } from '../features/account/erase-accounts.ts';
import { findPublishedPasswords } from '../features/account/published-password.ts';
import { clearPassword } from '../features/account/set-password.ts';
import { listErasedIds } from '../features/account/user-store.ts';
import { recordAuditEvent } from '../features/audit/audit-events.ts';
import { setBookShelfAs } from '../features/catalog/admin/set-book-shelf.ts';
import { findCollectionById } from '../features/catalog/collections/collection-store.ts';
import { removeCollectionAs } from '../features/catalog/collections/remove-collection.ts';
import { deleteBook } from '../features/catalog/delete-book.ts';
import { findBook } from '../features/catalog/find-books.ts';
import { findSlotById } from '../features/catalog/home/home-slot-store.ts';
import { removeHomeSlotAs } from '../features/catalog/home/remove-home-slot.ts';
import { isOwnedByOthers } from '../features/entitlement/store.ts';
import { deleteInstitution } from '../features/institution/delete-institution.ts';
import { deleteLicense } from '../features/license/delete-license.ts';
import { type DemoItem, forgetDemoItem, listDemoItems, recordDemoItems } from './demo-items.ts';
import type { Platform } from './open-platform.ts';
import { personalDataHolders } from './personal-data-holders.ts';
import { removeDemoSearches } from './seed-demo-dashboard.ts';

export interface RemovedDemo {
  readonly removed: Readonly<Record<DemoItem['kind'], number>>;
  /**
   * Titles of the demo books that are only taken out of the catalog and not deleted, because other users have a right to them or codes for
   * them were printed.
   */
  readonly retainedBooks: readonly string[];
  /** Other accounts that had the published password, which was removed. */
  readonly clearedPasswords: readonly string[];
}

const OFF_SHELF_REASON = '示例图书，随演示数据移除';

/** The order of removal: licenses before their institution; home slots and collections before the books they refer to. */
const ORDER: readonly DemoItem['kind'][] = ['account', 'homeSlot', 'collection', 'license', 'institution', 'book'];

export const removeDemo = async (platform: Platform, account: Account, { keepBooks }: { keepBooks: boolean }): Promise<RemovedDemo> => {
  const { db, clock } = platform;
  await recordDemoItems(platform, account);
  const items = await listDemoItems(platform);
  const removed = { account: 0, book: 0, collection: 0, homeSlot: 0, institution: 0, license: 0 };
  const retainedBooks: string[] = [];

  const removeBook = async (id: string): Promise<boolean> => {
    const book = await findBook(db.orm, id);
    if (book === undefined) return false;
    if (!(await isOwnedByOthers(db.orm, id, await listErasedIds(db.orm))) && (await deleteBook(db, id))) return true;
    retainedBooks.push(book.title);
    if (book.shelfState === 'published')
      await setBookShelfAs({ db, clock }, 'commandLine', { bookId: id, state: 'offShelf', reason: OFF_SHELF_REASON });
    return false;
  };
  /** Functions that remove an object of each kind; they return true if the object existed and was removed. */
  const remove: Readonly<Record<DemoItem['kind'], (id: string) => Promise<boolean>>> = {
    account: async (id) => {
      await eraseDemoAccount({ ...platform, holders: personalDataHolders(platform) }, id);
      return true;
    },
    homeSlot: async (id) => {
      if ((await findSlotById(db.orm, id)) === undefined) return false;
      await removeHomeSlotAs(platform, 'commandLine', id);
      return true;
    },
    collection: async (id) => {
      if ((await findCollectionById(db.orm, id)) === undefined) return false;
      await removeCollectionAs(platform, 'commandLine', id);
      return true;
    },
    license: async (id) => {
      await deleteLicense(db.orm, id);
      return true;
    },
    institution: (id) => deleteInstitution(db.orm, id),
    book: removeBook,
  };

  for (const kind of ORDER) {
    if (kind === 'book' && keepBooks) continue;
    for (const item of items.filter((one) => one.kind === kind)) {
      if (await remove[kind](item.id)) removed[kind] += 1;
      await forgetDemoItem(platform, item);
    }
  }

  await removeDemoSearches(platform);

  // The accounts that remain belong to real users who set the published password: only the password is removed.
  const clearedPasswords: string[] = [];
  for (let found = await findPublishedPasswords(db, account.hasher, { record: true }); found.length > 0; ) {
    for (const { id, tel } of found) {
      await clearPassword(account, id, 'commandLine');
      clearedPasswords.push(tel ?? id);
    }
    found = await findPublishedPasswords(db, account.hasher, { record: true });
  }
  await db.transaction((tx) =>
    recordAuditEvent(
      tx,
      'commandLine',
      { action: 'demo.remove', target: { kind: 'settings', id: 'demo' }, after: { ...removed, keepBooks } },
      clock.now(),
    ),
  );
  return { removed, retainedBooks, clearedPasswords };
};
