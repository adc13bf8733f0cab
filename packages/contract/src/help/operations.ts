/** Calls of the help pages: whom to ask, what one asked, whether an article helped, and how the service stands. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';

/** What a question is about; each may have an e-mail address of its own. `infringement`: a complaint about rights. */
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

/** Whom to ask, as the operator set it. What is not set is absent, never made up. */
export const getContact = operation({
  name: 'getContact',
  method: 'GET',
  path: '/api/help/contact',
  summary: '联系方式',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({
    name: z.string().optional(),
    phone: z.string().optional(),
    /** When the phone is answered, in the operator's words. */
    hours: z.string().optional(),
    wechat: z.string().optional(),
    /** For every topic that has no address of its own. */
    email: z.string().optional(),
    emails: z.array(z.object({ topic: ticketTopic, email: z.string() })),
    /** Licence numbers to show: ICP record, publishing licence. */
    licences: z.array(z.string()),
  }),
});

/** What a person agreed to send along, shown to them before. No text of theirs, no name, no address. */
export const ticketDiagnostics = z.object({
  clientVersion: z.string().max(60),
  userAgent: z.string().max(300),
  /** `1440×900 @2`: CSS pixels and their density. */
  screen: z.string().max(40),
  /** Path of the page they came from. */
  page: z.string().max(300),
  online: z.boolean(),
  /** Changes on the device that wait for the server, and those it refused. */
  sync: z.object({ waiting: z.number().int().min(0), rejected: z.number().int().min(0) }),
  /** The last calls that failed: by their trace ids the operator finds them in the log. */
  faults: z
    .array(z.object({ operation: z.string().max(60), code: z.string().max(60), traceId: z.string().max(60), at: z.number().int() }))
    .max(LIMITS.ticketFaults),
});
export type TicketDiagnostics = z.output<typeof ticketDiagnostics>;

/** `open`: waits for the operator; `answered`: waits for the person; `closed`: done, takes no more words. */
export const ticketState = z.enum(['open', 'answered', 'closed']);
export type TicketState = z.output<typeof ticketState>;

const ticketReply = z.object({ id: z.string(), fromOperator: z.boolean(), body: z.string(), at: z.number().int() });

/** A question of a person and what was said about it, oldest word first. */
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

const words = z
  .string()
  .trim()
  .min(LIMITS.ticketBodyCharsMin, `请写下至少 ${LIMITS.ticketBodyCharsMin} 个字`)
  .max(LIMITS.ticketBodyChars, `最多 ${LIMITS.ticketBodyChars} 个字`);
const replyWords = z.string().trim().min(1, '请写下回复').max(LIMITS.ticketBodyChars, `最多 ${LIMITS.ticketBodyChars} 个字`);

/**
 * Asks the operator. Who is not signed in gives the characters of a captcha picture and where an answer can reach them (`contact`:
 * phone or e-mail); who is signed in hears the answer on the page and over the stream.
 */
export const createTicket = operation({
  name: 'createTicket',
  method: 'POST',
  path: '/api/ticket/create',
  summary: '提交问题',
  audience: 'anyone',
  input: z.object({
    topic: ticketTopic,
    body: words,
    contact: z.string().trim().max(100).default(''),
    diagnostics: ticketDiagnostics.optional(),
    captchaKey: z.string().max(64).default(''),
    captchaTxt: z.string().max(16).default(''),
  }),
  output: z.object({ ticket }),
  errors: ['account.captchaWrong'],
});

/** The person's own questions, the newest change first. */
export const listMyTickets = operation({
  name: 'listMyTickets',
  method: 'GET',
  path: '/api/ticket/mine',
  summary: '我的问题',
  input: z.object({}),
  output: z.object({ items: z.array(ticket) }),
});

/** Says more about one's own question; it waits for the operator again. */
export const replyToTicket = operation({
  name: 'replyToTicket',
  method: 'POST',
  path: '/api/ticket/reply',
  summary: '补充问题',
  input: z.object({ ticketId: z.string().max(64), body: replyWords }),
  output: z.object({ ticket }),
  errors: ['help.ticketNotFound', 'help.ticketClosed'],
});

/** As the operator sees it. */
export const operatorTicket = ticket.extend({
  /** Where an answer can reach who asked without an account, or besides it. */
  contact: z.string(),
  /** Absent: asked without an account, or the account is gone. */
  asker: z.object({ userId: z.string(), name: z.string(), tel: z.string() }).optional(),
});
export type OperatorTicket = z.output<typeof operatorTicket>;

/** Questions of everybody, the longest waiting first where `state` is `open`, else the newest change first. */
export const listTickets = operation({
  name: 'listTickets',
  method: 'GET',
  path: '/api/admin/ticket/list',
  summary: '问题列表',
  input: z.object({
    state: ticketState.optional(),
    topic: ticketTopic.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({
    items: z.array(operatorTicket),
    counts: z.object({ open: z.number().int(), answered: z.number().int(), closed: z.number().int() }),
    nextCursor: z.string().optional(),
  }),
});

/** Answers; the person hears it at once where they are signed in. */
export const answerTicket = operation({
  name: 'answerTicket',
  method: 'POST',
  path: '/api/admin/ticket/answer',
  summary: '回复问题',
  input: z.object({ ticketId: z.string().max(64), body: replyWords }),
  output: z.object({ ticket: operatorTicket }),
  errors: ['help.ticketNotFound', 'help.ticketClosed'],
});

/** Done; doing it again changes nothing. */
export const closeTicket = operation({
  name: 'closeTicket',
  method: 'POST',
  path: '/api/admin/ticket/close',
  summary: '关闭问题',
  input: z.object({ ticketId: z.string().max(64) }),
  output: z.object({ ticket: operatorTicket }),
  errors: ['help.ticketNotFound'],
});

export const manualName = z.enum(['student', 'teacher']);
export type ManualName = z.output<typeof manualName>;
const articleId = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);

/** Whether an article of a manual helped. Only counted: nothing is kept of who said it. */
export const voteArticle = operation({
  name: 'voteArticle',
  method: 'POST',
  path: '/api/help/vote',
  summary: '手册是否有用',
  audience: 'anyone',
  input: z.object({ manual: manualName, article: articleId, useful: z.boolean() }),
  output: z.object({}),
});

/** The counts, the least useful articles first. */
export const listArticleVotes = operation({
  name: 'listArticleVotes',
  method: 'GET',
  path: '/api/admin/help/votes',
  summary: '手册评价',
  input: z.object({}),
  output: z.object({
    items: z.array(z.object({ manual: manualName, article: z.string(), useful: z.number().int(), useless: z.number().int() })),
  }),
});

/** The short codes of printed books: `/q/<code>`. */
export const SHORT_CODE_PATH = /^\/q\/([0-9A-Za-z]{4,16})\/?$/;

/** Tells the operator that a printed code leads nowhere. */
export const reportDeadCode = operation({
  name: 'reportDeadCode',
  method: 'POST',
  path: '/api/q/report',
  summary: '报告失效二维码',
  audience: 'anyone',
  input: z.object({
    code: z.string().regex(/^[0-9A-Za-z]{4,16}$/),
    /** Which book and page it stands on. */
    note: z.string().trim().max(200).default(''),
  }),
  output: z.object({}),
});

/** Codes that were reported, the newest report first. */
export const listDeadCodes = operation({
  name: 'listDeadCodes',
  method: 'GET',
  path: '/api/admin/q/reports',
  summary: '失效二维码',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({ code: z.string(), reports: z.number().int(), lastNote: z.string(), firstAt: z.number().int(), lastAt: z.number().int() }),
    ),
  }),
});

/** `off`: the operator has not switched it on. */
export const partState = z.enum(['ok', 'failed', 'off']);

const servicePart = z.enum(['library', 'books', 'signIn', 'sms', 'wechat', 'institution', 'payment']);

/** How the parts of the service stand right now, asked one by one, and when they were out of order before. */
export const getServiceStatus = operation({
  name: 'getServiceStatus',
  method: 'GET',
  path: '/api/status/board',
  summary: '服务状态',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({
    checkedAt: z.number().int(),
    parts: z.array(z.object({ part: servicePart, state: partState })),
    /** Within `LIMITS.serviceHistoryDays`, the newest first; `until` absent: not over. Looked at every minute. */
    history: z.array(z.object({ part: servicePart, from: z.number().int(), until: z.number().int().optional() })),
  }),
});
