/** What a person may be allowed to do, by name: the rows of product.md §5, split where a row says different things for different roles. */
import { z } from 'zod';

export const permission = z.enum([
  // every visitor
  'signIn',
  'browse',
  // everyone with an account
  'ownAccount',
  'exportOwnData',
  // reading
  'readFullText',
  'annotate',
  'buy',
  // teaching
  'joinClass',
  'runClass',
  'viewClass',
  'seeStudentData',
  'seeStudentTotals',
  'auditStudentData',
  'useTeacherResources',
  // writing and review
  'editChapters',
  'submitVersion',
  'runReviewRound',
  'scoreReview',
  'replyInReview',
  'seeExpertIdentity',
  // running the library
  'importBook',
  'publishBook',
  'requestPublication',
  'curate',
  'shareList',
  'approveApplication',
  'confirmApplication',
  // figures and money
  'seeBookStatistics',
  'seeClassStatistics',
  'seeLicenceUse',
  'seeRevenue',
  'manageCodes',
  'requestCodes',
  'seeCodes',
  'approveRefund',
  'issueInvoice',
  'manageLicence',
  'manageLicenceMembers',
  'viewLicence',
  // the platform itself
  'answerTickets',
  'runPlatform',
]);
export type Permission = z.output<typeof permission>;
