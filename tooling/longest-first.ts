/** The order in which test files start: the longest journeys first, so that the workers end at about the same time. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Names of the journeys that take more than a minute in a whole run, the longest first. Without results of an earlier run, vitest would sort
 * by the size of the files. `out/test-durations.json` has the durations of the last run.
 */
const LONG_FILES: readonly string[] = [
  'books.test.ts',
  'offline-edits.test.ts',
  'reader-pages.test.ts',
  'admin-pages.test.ts',
  'immersive.test.ts',
  'rate-limit.test.ts',
  'webkit.test.ts',
  'installed.test.ts',
  'cdn.test.ts',
  'book-page.test.ts',
  'start-and-stop.test.ts',
  'notes.test.ts',
  'shelf.test.ts',
  'book-lists.test.ts',
];

const rankOf = (file: string): number => {
  const rank = LONG_FILES.findIndex((name) => file.endsWith(`/e2e/src/${name}`));
  return rank < 0 ? LONG_FILES.length : rank;
};

/** Returns the files with the long ones first; the others keep their order. */
export const longestFirst = <File extends { readonly moduleId: string }>(files: readonly File[]): File[] =>
  Array.from({ length: LONG_FILES.length + 1 }, (_, rank) => files.filter(({ moduleId }) => rankOf(moduleId) === rank)).flat();

export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files));
  }
}
