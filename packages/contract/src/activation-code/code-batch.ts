/** Admin operations of code batches and claims. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { codeClaim } from './code-claim.ts';

export const codePage = {
  cursor: z.string().max(128).optional(),
  limit: pageLimit(),
};

/**
 * Purpose of a batch. `teacher`: printed in teachers' books, grants the book. `authentication`: printed in teachers' guides, verifies a
 * teacher.
 */
export const codePurpose = z.enum(['printedBook', 'teacher', 'sample', 'gift', 'sales', 'authentication']);

export type CodePurpose = z.output<typeof codePurpose>;

export type BookCodePurpose = Exclude<CodePurpose, 'authentication'>;

export const batchState = z.enum(['requested', 'approved', 'exported', 'rejected', 'void']);

export type BatchState = z.output<typeof batchState>;

/** A code batch in the admin area, with the current names of its operators; a name is empty if the command line made the batch. */
export const codeBatch = z.object({
  id: z.string(),
  bookId: z.string(),
  bookTitle: z.string(),
  purpose: codePurpose,
  state: batchState,
  count: z.number().int(),
  printing: z.string(),
  boxSize: z.number().int(),
  termDays: z.number().int().optional(),
  validFrom: z.number().int(),
  validUntil: z.number().int().optional(),
  rebindLimit: z.number().int(),
  requestedBy: z.string(),
  decidedBy: z.string(),
  exportedBy: z.string(),
  /** Reason for which the batch was rejected or voided. */
  reply: z.string(),
  createdAt: z.number().int(),
  decidedAt: z.number().int().optional(),
  exportedAt: z.number().int().optional(),
  codes: z.object({ free: z.number().int(), bound: z.number().int(), released: z.number().int(), void: z.number().int() }),
  /** Whether the caller requested the batch and therefore cannot decide it. */
  mine: z.boolean(),
});

export type CodeBatchView = z.output<typeof codeBatch>;

/** Number of codes that the printer packs in one box. */
export const boxSize = z.coerce.number().int().min(1).max(LIMITS.codeBoxMax);

export const codeBox = z.object({ box: z.number().int(), from: z.number().int(), to: z.number().int() });

export type CodeBox = z.output<typeof codeBox>;

/** A claim in the admin area with its user. `voidedCode`: the fourth group of the code voided with the decision. */
export const operatorClaim = codeClaim.extend({
  claimant: z.object({ userId: z.string(), name: z.string(), tel: z.string() }).optional(),
  voidedCode: z.string().optional(),
  /** Notice about the book's removal by order of an authority; while it is present, the claim can only be rejected. */
  removalNotice: z.string().optional(),
});

export type OperatorClaim = z.output<typeof operatorClaim>;
