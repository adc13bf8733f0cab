/** News for a person: what was decided about something of theirs, and what is new in their books. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';

export const noticeKind = z.enum([
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
]);
export type NoticeKind = z.output<typeof noticeKind>;

/** `subject`: what it is about and what that is called: a question, an order, a book, an application (`teacher` or `author`). News of errata and
 * ratings name the book. */
export const notice = z.object({
  id: z.string(),
  kind: noticeKind,
  subject: z.object({ id: z.string(), name: z.string() }),
  at: z.number().int(),
  isRead: z.boolean(),
});
export type Notice = z.output<typeof notice>;

/** The newest first; `unread` counts all of them. Kept for 180 days. */
export const listMyNotices = operation({
  name: 'listMyNotices',
  method: 'GET',
  path: '/api/notice/mine',
  summary: '我的消息',
  input: z.object({ limit: pageLimit() }),
  output: z.object({ items: z.array(notice), unread: z.number().int() }),
});

/** Marks these as read; without `ids` all there are. What is not the person's own is left alone. */
export const readNotices = operation({
  name: 'readNotices',
  method: 'POST',
  path: '/api/notice/read',
  summary: '标记消息为已读',
  input: z.object({ ids: z.array(z.string().max(64)).max(LIMITS.pageSizeMax).optional() }),
  output: z.object({ unread: z.number().int() }),
});
