/**
 * Starts work again that does not end. libvips, the library behind the pictures, ends its idle threads after some seconds, and can lose a task
 * that is handed over at that moment (lovell/sharp#4486): its promise never settles. The next task makes the lost one go on.
 */
const PATIENCE_MS = 2_000;

/** Returns the result of `make`. If it takes longer than `patienceMs`, `make` is called a second time, and the first result counts. */
export const startAgainIfStuck = async <T>(make: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const second = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => void make().then(resolve, reject), patienceMs);
  });
  try {
    return await Promise.race([make(), second]);
  } finally {
    clearTimeout(timer);
  }
};
