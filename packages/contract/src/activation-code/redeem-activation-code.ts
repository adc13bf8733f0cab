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
    'activationCode.codeMistyped',
    'activationCode.codeUnknown',
    'activationCode.codeForTeachers',
    'activationCode.codeUsed',
    'activationCode.codeVoid',
    'activationCode.codeExpired',
    'activationCode.codeNotYetValid',
    'activationCode.codeBookClosed',
    'activationCode.codeBookRemoved',
    'activationCode.codeTries',
    'catalog.bookNotFound',
  ],
});
