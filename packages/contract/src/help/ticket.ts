/** Operations of the help pages: contact, help tickets, votes on articles, dead short codes, service status. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';

/** Topics of help tickets; each may have its own e-mail address. `infringement`: a copyright complaint. */
export const ticketTopic = z.enum([
  'account',
  'code',
  'payment',
  'reading',
  'teaching',
  'author',
  'review',
  'infringement',
  'recommend',
  'other',
]);

export type TicketTopic = z.output<typeof ticketTopic>;

/** Diagnostics that the user agreed to send after reviewing them. No user content, name or address. */
export const ticketDiagnostics = z.object({
  clientVersion: z.string().max(60),
  userAgent: z.string().max(300),
  /** Size of the screen in CSS pixels and its pixel density, such as `1440×900 @2`. */
  screen: z.string().max(40),
  /** Path of the page the user came from. */
  page: z.string().max(300),
  online: z.boolean(),
  /** Numbers of pending and rejected changes in the device's outbox. */
  sync: z.object({ waiting: z.number().int().min(0), rejected: z.number().int().min(0) }),
  /** Recent failed calls; their trace ids identify them in the server log. */
  failedCalls: z
    .array(z.object({ operation: z.string().max(60), code: z.string().max(60), traceId: z.string().max(60), at: z.number().int() }))
    .max(LIMITS.ticketErrors),
});

export type TicketDiagnostics = z.output<typeof ticketDiagnostics>;

/** State of a help ticket. `open`: waits for an operator; `answered`: waits for the user; `closed`: accepts no further replies. */
export const ticketState = z.enum(['open', 'answered', 'closed']);

export type TicketState = z.output<typeof ticketState>;

const ticketReply = z.object({ id: z.string(), fromOperator: z.boolean(), body: z.string(), at: z.number().int() });

/** A help ticket: a user's question with its replies, the oldest reply first. */
export const ticket = z.object({
  id: z.string(),
  topic: ticketTopic,
  state: ticketState,
  body: z.string(),
  diagnostics: ticketDiagnostics.optional(),
  replies: z.array(ticketReply),
  createdAt: z.number().int(),
  updatedAt: z.number().int(),
});

export type Ticket = z.output<typeof ticket>;

export const replyBody = z.string().trim().min(1, '请写下回复').max(LIMITS.ticketBodyChars, `最多 ${LIMITS.ticketBodyChars} 个字`);

/** A help ticket in the admin area. */
export const operatorTicket = ticket.extend({
  /** Contact of an anonymous user, or an additional one of a signed-in user. */
  contact: z.string(),
  /** The user who asked; absent for anonymous users and deleted accounts. */
  author: z.object({ userId: z.string(), name: z.string(), tel: z.string() }).optional(),
});

export type OperatorTicket = z.output<typeof operatorTicket>;

export const manualName = z.enum(['student', 'teacher']);

export type ManualName = z.output<typeof manualName>;

/** Path of short codes in printed books: `/q/<code>`. */
export const SHORT_CODE_PATH = /^\/q\/([0-9A-Za-z]{4,16})\/?$/;
