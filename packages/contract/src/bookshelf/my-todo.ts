/** What waits for a person, and how much they have here: the head of their own page. */
import { z } from 'zod';
import { applicationKind } from '../application/operations.ts';
import { licenceMode } from '../institution/licence-mode.ts';
import { operation } from '../wire/operation.ts';

export const getMyTodo = operation({
  name: 'getMyTodo',
  method: 'GET',
  path: '/api/my/todo',
  summary: '我的待办与数量',
  input: z.object({}),
  output: z.object({
    counts: z.object({
      /** Books with a right of the person's own. */
      books: z.number().int(),
      /** Marks that are not in the bin. */
      notes: z.number().int(),
      ordersToPay: z.number().int(),
      /** Questions that wait for the operator. */
      ticketsOpen: z.number().int(),
      /** Questions that were answered and wait for the person. */
      ticketsAnswered: z.number().int(),
    }),
    /** Institutions whose right is in force for the caller now: by network, sign-in or list. */
    institutions: z.array(z.object({ name: z.string(), via: licenceMode, scope: z.enum(['all', 'books']), endsAt: z.number().int() })),
    /** Applications that were sent back, or that end soon and can be renewed. */
    applications: z.array(z.object({ kind: applicationKind, state: z.enum(['rejected', 'expired', 'endsSoon']) })),
  }),
});
