/** Provokes over HTTP the errors of the slices that have a fixture of their own for it. */
import type { ErrorCode } from '@shufang/contract';
import { assignmentRefusals } from './assignment-refusals.ts';
import { classRefusals } from './class-refusals.ts';
import { gradebookRefusals } from './gradebook-refusals.ts';
import { questionRefusals } from './question-refusals.ts';
import { sampleRefusals } from './sample-refusals.ts';
import { applicationRefusals, type RefusalDependencies } from './verification-refusals.ts';

export const domainRefusals = <Met extends { readonly payload: unknown }>(
  dependencies: RefusalDependencies<Met>,
): Partial<Record<ErrorCode, () => Promise<Met>>> => ({
  ...applicationRefusals(dependencies),
  ...classRefusals(dependencies),
  ...gradebookRefusals(dependencies),
  ...questionRefusals(dependencies),
  ...assignmentRefusals(dependencies),
  ...sampleRefusals(dependencies),
});
