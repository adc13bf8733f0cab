/**
 * Test support: converts a file in the process of the test, because the start of a child process takes 0.3 s. The rules that hold for the
 * child process (limits, permissions, cancellation) are tested in this slice with `runConversion`.
 */
import { convertPublication } from '../conversion/convert-publication.ts';
import { Findings } from '../findings.ts';
import type { ImportDependencies } from '../import/import-dependencies.ts';

export const convertInProcess: ImportDependencies['convert'] = async (input, listener, signal) => {
  const result = await convertPublication(input, new Findings(), listener);
  signal.throwIfAborted();
  return { result, peakMemoryBytes: 0 };
};
