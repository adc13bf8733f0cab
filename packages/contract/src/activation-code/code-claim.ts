import { z } from 'zod';

/** An activation code as the user typed it; `readActivationCode` parses it. */
export const typedCode = (name: string) => z.string().trim().min(1, `请输入${name}`).max(100, `${name}过长`);

export const claimReason = z.enum(['smudged', 'secondHand', 'usedByOther', 'lost']);

export type ClaimReason = z.output<typeof claimReason>;

export const claimStatus = z.enum(['open', 'approved', 'rejected']);

export type ClaimStatus = z.output<typeof claimStatus>;

/** A user's claim for a book whose code could not be used. */
export const codeClaim = z.object({
  id: z.string(),
  bookId: z.string(),
  bookTitle: z.string(),
  reason: claimReason,
  partial: z.string(),
  note: z.string(),
  photos: z.number().int(),
  status: claimStatus,
  /** The reviewer's reply to the claim. */
  reply: z.string(),
  createdAt: z.number().int(),
  decidedAt: z.number().int().optional(),
});

export type CodeClaim = z.output<typeof codeClaim>;
