/** Royalties of contributors: rates, statements by month, their lines and messages. Money in fen (1/100 yuan); times in UTC milliseconds. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { calendarDay } from '../reading/reading-day.ts';

/** A month in China, `yyyymm`. */
export const royaltyPeriod = z.string().regex(/^\d{4}(0[1-9]|1[0-2])$/, '月份格式错误');

/**
 * `draft`: finance checks it; the payee does not see it. `issued`: frozen and sent to the payee. `disputed`: the payee objected.
 * `confirmed`: the payee agreed. `paid`: finance paid it.
 */
export const royaltyStatus = z.enum(['draft', 'issued', 'disputed', 'confirmed', 'paid']);
export type RoyaltyStatus = z.output<typeof royaltyStatus>;

/**
 * Where a line comes from. `order`: an item of an order, or its refund. `code`: a receipt for a batch of activation codes. `license`: the
 * book's share of a receipt for a license. `adjustment`: a correction of an earlier statement.
 */
export const royaltySource = z.enum(['order', 'code', 'license', 'adjustment']);
export type RoyaltySource = z.output<typeof royaltySource>;

export const royaltyStatement = z.object({
  id: entityId,
  bookId: entityId,
  bookTitle: z.string(),
  period: royaltyPeriod,
  /** Name of the contributor at the time of the statement; empty after the account was erased. */
  payee: z.string(),
  status: royaltyStatus,
  lines: z.number().int(),
  /** Income of the lines of this statement, and the payee's part of it. Refunds are subtracted. */
  grossFen: z.number().int(),
  fen: z.number().int(),
  issuedAt: z.number().int().optional(),
  confirmedAt: z.number().int().optional(),
  paidOn: calendarDay.optional(),
  /** Number of the bank transfer or voucher. */
  paymentReference: z.string().optional(),
  /** Whether the sales behind the statement were simulated for the demo. */
  isSimulated: z.boolean(),
});
export type RoyaltyStatement = z.output<typeof royaltyStatement>;

export const royaltyLine = z.object({
  /** Number of the entry among those of the book and month, from 1. */
  no: z.number().int(),
  source: royaltySource,
  /** Number of the order, or id of the code batch, of the license, or of the corrected statement. */
  refId: z.string(),
  /** A short name of the source: the printing of a batch, the institution of a license, the reason of a correction. */
  label: z.string(),
  isRefund: z.boolean(),
  at: z.number().int(),
  /** Negative for refunds. */
  grossFen: z.number().int(),
  /** 0 for corrections. */
  rateBp: z.number().int(),
  fen: z.number().int(),
});
export type RoyaltyLine = z.output<typeof royaltyLine>;

export const royaltyMessage = z.object({
  id: entityId,
  from: z.enum(['payee', 'finance']),
  body: z.string(),
  /** Number of the line that the message is about; absent for the whole statement. */
  lineNo: z.number().int().optional(),
  at: z.number().int(),
});
export type RoyaltyMessage = z.output<typeof royaltyMessage>;

export const royaltyStatementView = z.object({
  statement: royaltyStatement,
  lines: z.array(royaltyLine),
  /** Number of the last line of this page, if there are more. */
  next: z.number().int().optional(),
  messages: z.array(royaltyMessage),
});
export type RoyaltyStatementView = z.output<typeof royaltyStatementView>;

export const royaltyRate = z.object({
  id: entityId,
  userId: entityId,
  /** 1 to 10,000 basis points of the income. */
  rateBp: z.number().int(),
  /** First and last day of sales that the rate applies to; without `validUntil` it has no end. */
  validFrom: calendarDay,
  validUntil: calendarDay.optional(),
});
export type RoyaltyRate = z.output<typeof royaltyRate>;

/** A payment that finance received for a code batch or a license, or returned (negative). */
export const royaltyReceipt = z.object({
  id: entityId,
  source: z.enum(['code', 'license']),
  refId: z.string(),
  label: z.string(),
  fen: z.number().int(),
  /** The book's share of it. */
  shareFen: z.number().int(),
  receivedOn: calendarDay,
  note: z.string(),
});
export type RoyaltyReceipt = z.output<typeof royaltyReceipt>;

const max = LIMITS.royaltyAmountMaxFen;

/** An amount of a receipt or correction: not zero, negative for money that was returned. */
export const signedFen = z.coerce
  .number()
  .int('金额最多两位小数')
  .min(-max, '金额过大')
  .max(max, '金额过大')
  .refine((fen) => fen !== 0, '金额不能为 0');

export const royaltyMessageBody = z
  .string()
  .trim()
  .min(1, '请填写内容')
  .max(LIMITS.royaltyMessageChars, `最多 ${LIMITS.royaltyMessageChars} 个字`);

/** Ids of statements of one action. */
export const royaltyStatementIds = z
  .array(entityId)
  .min(1, '请先选择结算单')
  .max(LIMITS.royaltyStatementsPerBatchMax, `一次最多 ${LIMITS.royaltyStatementsPerBatchMax} 份`);

/** A page of a statement: the number of the last line that was read. */
export const royaltyPage = {
  id: entityId,
  after: z.coerce.number().int().min(0).default(0),
};

/** Filter of the list of statements. `q`: words of a title or name. */
export const royaltyFilter = {
  status: royaltyStatus.default('draft'),
  period: royaltyPeriod.optional(),
  q: z.string().trim().max(60, '最多 60 个字').default(''),
};
