/** A decision on one test, and the rules' interface. A rule decides tests whose pass criterion it recognizes in their text. */
import type { ImportJob } from '@shufang/contract';
import type { Page } from 'playwright-core';
import type { RanDocument } from './approve-scripts.ts';
import type { Observation } from './observe-book.ts';
import type { ConformanceTest } from './read-test.ts';

/** How a test was decided. `import`: by the result of the import; `eye`: by two readers of the pictures. */
export type DecidedBy = 'import' | 'DOM' | 'behavior' | 'eye' | 'undecided';

export interface Decision {
  /** `null`: the test does not apply to this product. An undecided test is reported as null and does not count as passed. */
  readonly result: boolean | null;
  readonly by: DecidedBy;
  readonly reason: string;
}

/** A test whose scripts an editor and a second person have approved. */
export interface ApprovedTest {
  /** Opens a document, by default the first one with scripts, with the consent of a reader, in a new profile or in `again`. */
  readonly run: (path?: string, again?: Page) => Promise<{ page: Page; shown: RanDocument | undefined }>;
}

export interface Case {
  readonly test: ConformanceTest;
  readonly job: ImportJob;
  /** What was on the screen; absent if the file was refused. */
  readonly seen?: Observation;
  /** The texts of the test, in one line. */
  readonly criteria: string;
  /** Opens the book at its start in a new profile; absent if the file was refused. */
  readonly open?: () => Promise<Page>;
  /** Present if the test has scripts, which run with approval and consent. */
  readonly approved?: ApprovedTest;
}

/** Returns a decision; undefined if the rule does not apply to the test. */
export type Rule = (seen: Case) => Decision | undefined | Promise<Decision | undefined>;

export const decided = (by: DecidedBy, result: boolean | null, reason: string): Decision => ({ result, by, reason });
