import { z } from 'zod';
import { accessRight, bookCard } from '../catalog/operations.ts';
import { operation } from '../wire/operation.ts';

/** As typed; `readActivationCode` makes sense of it. */
const typedCode = z.string().trim().min(1, '请输入激活码').max(100, '激活码过长');

/**
 * How a genuine code stands for the person who asks. `open`: can be bound now. `mine`: bound to this person already. `used`: bound to
 * another, or released as often as its batch allows. `bookClosed`: the book is not on the shelf.
 */
export const codeState = z.enum(['open', 'mine', 'used', 'void', 'expired', 'notYetValid', 'bookClosed']);
export type CodeState = z.output<typeof codeState>;

/** Is this code genuine, which book is it of, can it be bound: asked before binding, changes nothing. A code that is not ours is refused and counts as a wrong try. */
export const checkActivationCode = operation({
  name: 'checkActivationCode',
  method: 'POST',
  path: '/api/code/check',
  summary: '查验激活码',
  input: z.object({ code: typedCode }),
  output: z.object({
    book: bookCard,
    state: codeState,
    bindable: z.boolean(),
    /** One Chinese line: what binding would give, or why it cannot be bound. */
    reason: z.string(),
    /** How long the right lasts from binding on; absent: for good. */
    termDays: z.number().int().optional(),
    /** First moment it can no longer be bound, UTC ms; absent: no end. */
    validUntil: z.number().int().optional(),
    /** What the person may read of this book already, so that nobody spends a code for nothing. */
    right: accessRight,
  }),
  errors: ['commerce.codeMistyped', 'commerce.codeUnknown', 'commerce.codeTries', 'catalog.bookNotFound'],
});

/** Binds a code to the person and opens its book, once. Sent again by the same person it answers the same book and changes nothing. */
export const redeemActivationCode = operation({
  name: 'redeemActivationCode',
  method: 'POST',
  path: '/api/code/redeem',
  summary: '使用激活码',
  input: z.object({ code: typedCode }),
  output: z.object({
    book: bookCard,
    right: accessRight,
    boundAt: z.number().int(),
    /** True: this person had bound the code before. */
    repeated: z.boolean(),
  }),
  errors: [
    'commerce.codeMistyped',
    'commerce.codeUnknown',
    'commerce.codeUsed',
    'commerce.codeVoid',
    'commerce.codeExpired',
    'commerce.codeNotYetValid',
    'commerce.codeBookClosed',
    'commerce.codeTries',
    'catalog.bookNotFound',
  ],
});
