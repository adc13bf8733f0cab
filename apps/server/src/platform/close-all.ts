/** Closes resources, the last opened first. An error does not prevent the others from being closed. */

/** Runs and removes all functions of `closers`, the last one first. Throws the first error after all of them have run. */
export const closeAll = async (closers: (() => unknown)[]): Promise<void> => {
  const errors: unknown[] = [];
  for (const closer of closers.splice(0).toReversed()) {
    try {
      await closer();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
};
