import { z } from 'zod';
import { accessRight, bookCard } from '../catalog/book-card.ts';
import { operation } from '../wire/operation.ts';
import { typedCode } from './code-claim.ts';

/** Binds a code to the caller and grants its book. Idempotent for the same user: returns the same book. */
export const redeemActivationCode = operation({
  name: 'redeemActivationCode',
  method: 'POST',
  path: '/api/code/redeem',
  summary: '使用激活码',
  permission: 'buy',
  input: z.object({ code: typedCode('激活码') }),
  output: z.object({
    book: bookCard,
    right: accessRight,
    boundAt: z.number().int(),
    /** Whether the caller had already bound the code before this call. */
    repeated: z.boolean(),
  }),
  errors: [
    'commerce.codeMistyped',
    'commerce.codeUnknown',
    'commerce.codeForTeachers',
    'commerce.codeUsed',
    'commerce.codeVoid',
    'commerce.codeExpired',
    'commerce.codeNotYetValid',
    'commerce.codeBookClosed',
    'commerce.codeBookRemoved',
    'commerce.codeTries',
    'catalog.bookNotFound',
  ],
});
