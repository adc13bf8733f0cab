/** Stores all work of this page on the disk before the client ends, as it does to install an update. */
import { readerDatabase } from './reader-database.ts';
import { storeUnsavedWork } from './unsaved-work.ts';

/** Maximum time in ms for storing. A disk that takes longer has failed. */
const SAVE_TIMEOUT_MS = 10_000;

/**
 * Resolves when all writes that began before are on the disk: a transaction over all tables begins when they have ended, and the durability
 * of the database is strict.
 */
const untilWritten = async (): Promise<void> => {
  const db = readerDatabase();
  // An event handler that has just run may create its transaction in a later task.
  await new Promise((resolve) => setTimeout(resolve));
  await db.transaction('rw', db.tables, () => db.meta.count());
};

/**
 * Stores what is being typed, as when the user leaves the field, and what pages and editors would store later. Resolves when all of it is on
 * the disk. Rejects if something could not be stored, or not in time.
 */
export const saveWork = async (): Promise<void> => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the work was not stored in time')), SAVE_TIMEOUT_MS);
  });
  try {
    await Promise.race([storeUnsavedWork().then(untilWritten), timeout]);
  } finally {
    clearTimeout(timer);
  }
};
