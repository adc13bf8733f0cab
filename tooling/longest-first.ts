/** The order in which test files start: the longest journeys first, so that the workers end at about the same time. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Names of the test files that take minutes. Without results of an earlier run, vitest would sort by the size of the files. */
const LONG_FILES: readonly string[] = [
  'reader-pages.test.ts',
  'admin-pages.test.ts',
  'notes.test.ts',
  'books.test.ts',
  'error-codes.test.ts',
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
