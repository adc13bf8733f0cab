/** Provokes over HTTP the errors of the slices that have a fixture of their own for it. */
import type { ErrorCode } from '@shufang/contract';
import { adoptionRefusals } from './adoption-refusals.ts';
import { assignmentRefusals } from './assignment-refusals.ts';
import { classRefusals } from './class-refusals.ts';
import { classroomRefusals } from './classroom-refusals.ts';
import { dictionaryRefusals } from './dictionary-refusals.ts';
import { examRefusals } from './exam-refusals.ts';
import { gradebookRefusals } from './gradebook-refusals.ts';
import { markingRefusals } from './marking-refusals.ts';
import { questionRefusals } from './question-refusals.ts';
import { royaltyRefusals } from './royalty-refusals.ts';
import { sampleRefusals } from './sample-refusals.ts';
import { statisticsRefusals } from './statistics-refusals.ts';
import { applicationRefusals, type RefusalDependencies } from './verification-refusals.ts';

export const domainRefusals = <Met extends { readonly payload: unknown }>(
  dependencies: RefusalDependencies<Met>,
): Partial<Record<ErrorCode, () => Promise<Met>>> => ({
  ...adoptionRefusals(dependencies),
  ...applicationRefusals(dependencies),
  ...classRefusals(dependencies),
  ...classroomRefusals(dependencies),
  ...examRefusals(dependencies),
  ...gradebookRefusals(dependencies),
  ...markingRefusals(dependencies),
  ...questionRefusals(dependencies),
  ...assignmentRefusals(dependencies),
  ...royaltyRefusals(dependencies),
  ...sampleRefusals(dependencies),
  ...statisticsRefusals(dependencies),
  ...dictionaryRefusals(dependencies),
});
