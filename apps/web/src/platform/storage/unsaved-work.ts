/** What pages and editors have in memory and would store a moment later. It is stored at once before the client ends (save-work.ts). */

type Save = () => unknown;

const saves = new Set<Save>();

/** Registers a function that stores work; it may return a promise. Returns the function that removes it. */
export const onSaveWork = (save: Save): (() => void) => {
  saves.add(save);
  return () => {
    saves.delete(save);
  };
};

/** Stores the work of all open pages and editors. Rejects if one of them could not store it; the others have stored theirs then. */
export const storeUnsavedWork = async (): Promise<void> => {
  const results = await Promise.allSettled(Array.from(saves, async (save) => save()));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};
