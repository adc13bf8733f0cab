/**
 * Limits that the server shares with the contract or the client; each slice declares its own in `<slice>/limits.ts`. Limits of the server
 * alone are declared in the server's slices and `platform/http/limits.ts`, limits of the client alone in the client. Table: docs/limits.md.
 * Times in milliseconds unless the name says otherwise. "Our choice" marks values without a specification.
 */
import { accountLimits } from './account/limits.ts';
import { activationCodeLimits } from './activation-code/limits.ts';
import { adoptionLimits } from './adoption/limits.ts';
import { annotationLimits } from './annotation/limits.ts';
import { examLimits } from './assignment/exam/limits.ts';
import { assignmentLimits } from './assignment/limits.ts';
import { markingLimits } from './assignment/marking/limits.ts';
import { bookshelfLimits } from './bookshelf/limits.ts';
import { catalogLimits } from './catalog/limits.ts';
import { classroomLimits } from './classroom/limits.ts';
import { dictionaryLimits } from './dictionary/limits.ts';
import { discussionLimits } from './discussion/limits.ts';
import { errataLimits } from './errata/limits.ts';
import { fileLimits } from './files/limits.ts';
import { gradebookLimits } from './gradebook/limits.ts';
import { helpLimits } from './help/limits.ts';
import { institutionLimits } from './institution/limits.ts';
import { licenseLimits } from './license/limits.ts';
import { orderLimits } from './orders/limits.ts';
import { practiceLimits } from './practice/limits.ts';
import { publicationLimits } from './publication/limits.ts';
import { questionLimits } from './question/limits.ts';
import { readingLimits } from './reading/limits.ts';
import { readingTimeLimits } from './reading-time/limits.ts';
import { releaseLimits } from './release/limits.ts';
import { royaltyLimits } from './royalty/limits.ts';
import { sampleLimits } from './sample/limits.ts';
import { speechLimits } from './speech/limits.ts';
import { statisticsLimits } from './statistics/limits.ts';
import { syncLimits } from './sync/limits.ts';
import { teachingLimits } from './teaching/limits.ts';
import { verificationLimits } from './verification/limits.ts';

export const LIMITS = {
  bodyBytes: 1_048_576,
  pageSizeMax: 100,
  pageSizeDefault: 24,
  /** Our choice: maximum length of the reason that an operator gives for an action. */
  operatorReasonChars: 500,
  ...accountLimits,
  ...activationCodeLimits,
  ...adoptionLimits,
  ...annotationLimits,
  ...bookshelfLimits,
  ...catalogLimits,
  ...classroomLimits,
  ...discussionLimits,
  ...errataLimits,
  ...examLimits,
  ...markingLimits,
  ...fileLimits,
  ...gradebookLimits,
  ...helpLimits,
  ...institutionLimits,
  ...licenseLimits,
  ...orderLimits,
  ...practiceLimits,
  ...publicationLimits,
  ...questionLimits,
  ...readingLimits,
  ...readingTimeLimits,
  ...dictionaryLimits,
  ...releaseLimits,
  ...royaltyLimits,
  ...sampleLimits,
  ...speechLimits,
  ...statisticsLimits,
  ...syncLimits,
  ...teachingLimits,
  ...assignmentLimits,
  ...verificationLimits,
} as const;
