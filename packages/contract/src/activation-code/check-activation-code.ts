import { z } from 'zod';
import { accessRight, bookCard } from '../catalog/book-card.ts';
import { operation } from '../wire/operation.ts';
import { typedCode } from './code-claim.ts';

/**
 * State of a genuine code for the caller. `open`: can be bound now. `mine`: already bound by the caller. `used`: bound by another user, or
 * released as often as its batch allows. `bookClosed`: the book is off the shelf; `bookRemoved`: it was removed by order of an authority;
 * the code stays unused in both cases.
 */
export const codeState = z.enum(['open', 'mine', 'used', 'void', 'expired', 'notYetValid', 'bookClosed', 'bookRemoved']);

export type CodeState = z.output<typeof codeState>;

/**
 * Checks a code before binding: whether it is genuine, of which book, and whether it can be bound. Changes nothing; an unknown code is
 * rejected and counts as a failed attempt.
 */
export const checkActivationCode = operation({
  name: 'checkActivationCode',
  method: 'POST',
  path: '/api/code/check',
  summary: '查验激活码',
  permission: 'buy',
  input: z.object({ code: typedCode('激活码') }),
  output: z.object({
    book: bookCard,
    state: codeState,
    bindable: z.boolean(),
    /** One Chinese sentence that says what binding the code gives, or why it cannot be bound. */
    reason: z.string(),
    /** Term in days of the entitlement that binding creates; absent if it is permanent. */
    termDays: z.number().int().optional(),
    /** End of the period in which the code can be bound, exclusive, UTC ms; absent if there is no end. */
    validUntil: z.number().int().optional(),
    /** The caller's current right to the book; shown so that nobody uses a code without need. */
    right: accessRight,
  }),
  errors: [
    'activationCode.codeMistyped',
    'activationCode.codeUnknown',
    'activationCode.codeForTeachers',
    'activationCode.codeTries',
    'catalog.bookNotFound',
  ],
});
