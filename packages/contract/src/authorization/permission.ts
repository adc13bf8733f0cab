/** Permissions: the rows of product.md §5, split where a row differs between roles. */
import { z } from 'zod';

export const permission = z.enum([
  // Permissions of everyone, including anonymous users.
  'signIn',
  'browse',
  // Permissions of every signed-in user.
  'ownAccount',
  'exportOwnData',
  // Permissions for reading books.
  'readFullText',
  'annotate',
  'buy',
  // Permissions for teaching.
  'joinClass',
  'runClass',
  'requestSample',
  'adoptTextbook',
  'reviewAdoption',
  'viewClass',
  'seeStudentData',
  'seeStudentTotals',
  'auditStudentData',
  'useTeacherResources',
  'manageQuestions',
  // Permissions for writing and reviewing books.
  'editChapters',
  'submitVersion',
  'runReviewRound',
  'scoreReview',
  'replyInReview',
  'seeExpertIdentity',
  // Permissions for operating the library.
  'importBook',
  'publishBook',
  'requestPublication',
  'curate',
  'shareList',
  'approveApplication',
  'confirmApplication',
  // Permissions for statistics and payments.
  'seeDashboard',
  'seeBookStatistics',
  'seeClassStatistics',
  'seeLicenseUse',
  'seeRevenue',
  'manageRoyalties',
  'manageCodes',
  'requestCodes',
  'seeCodes',
  'approveRefund',
  'issueInvoice',
  'manageLicense',
  'manageLicenseMembers',
  'viewLicense',
  // Permissions for operating the platform.
  'answerTickets',
  'runPlatform',
]);
export type Permission = z.output<typeof permission>;
