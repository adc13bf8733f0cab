import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';

export const notificationKind = z.enum([
  'ticketAnswered',
  'claimApproved',
  'claimRejected',
  'refundApproved',
  'refundRejected',
  'refundMade',
  'rightsSuspended',
  'rightsResumed',
  'invoiceIssued',
  'invoiceRejected',
  'redInvoiceIssued',
  'applicationApproved',
  'applicationRejected',
  'bookUpdated',
  'erratumAccepted',
  'erratumDuplicate',
  'erratumRejected',
  'erratumFixed',
  'ratingHidden',
  'classAdmitted',
  'classRemoved',
  'classAnnounced',
  'classCoTeacher',
  'classAsked',
  'classReplied',
  'classPostHidden',
  'assignmentPublished',
  'scoreCorrected',
  'sampleApproved',
  'sampleRejected',
  'sampleShipped',
  'adoptionReturned',
  'adoptionConfirmed',
  'adoptionOrdered',
  'royaltyIssued',
  'royaltyReplied',
  'royaltyPaid',
  'royaltyConfirmed',
  'royaltyDisputed',
  'gradesReleased',
  'gradeAppealed',
  'gradeAppealReplied',
  'readingReminder',
  'readingSummary',
]);

export type NotificationKind = z.output<typeof notificationKind>;

/**
 * A message to the user. `subject`: id and name of a help ticket, order, book or application (`teacher` or `author`). Notifications about
 * errata and ratings refer to the book, those about memberships and grades to the class, those about assignments to the assignment. The name
 * of those about the user's own reading is the sentence itself.
 */
export const notification = z.object({
  id: z.string(),
  kind: notificationKind,
  subject: z.object({ id: z.string(), name: z.string() }),
  at: z.number().int(),
  isRead: z.boolean(),
});

export type UserNotification = z.output<typeof notification>;

/**
 * Lists the caller's notifications, the newest first. `unread`: number of all unread ones, listed or not. Notifications are stored for 180
 * days.
 */
export const listMyNotifications = operation({
  name: 'listMyNotifications',
  method: 'GET',
  path: '/api/notice/mine',
  summary: '我的消息',
  permission: 'ownAccount',
  input: z.object({ limit: pageLimit() }),
  output: z.object({ items: z.array(notification), unread: z.number().int() }),
});
