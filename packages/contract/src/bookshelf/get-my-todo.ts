import { z } from 'zod';
import { licenseMode } from '../institution/license-mode.ts';
import { applicationKind } from '../verification/application.ts';
import { operation } from '../wire/operation.ts';

export const getMyTodo = operation({
  name: 'getMyTodo',
  method: 'GET',
  path: '/api/my/todo',
  summary: '我的待办与数量',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({
    counts: z.object({
      /** Number of books for which the caller has an entitlement of their own. */
      books: z.number().int(),
      /** Number of annotations that are not in the bin. */
      notes: z.number().int(),
      ordersToPay: z.number().int(),
      /** Number of the caller's help tickets that wait for an operator. */
      ticketsOpen: z.number().int(),
      /** Number of the caller's help tickets that were answered and wait for the caller. */
      ticketsAnswered: z.number().int(),
    }),
    /** Institutions whose license currently applies to the caller: by the network of the client IP, a sign-in or the member list. */
    institutions: z.array(z.object({ name: z.string(), via: licenseMode, scope: z.enum(['all', 'books']), endsAt: z.number().int() })),
    /** Teacher and author applications that were rejected, have expired, or end soon and can be renewed. */
    applications: z.array(z.object({ kind: applicationKind, state: z.enum(['rejected', 'expired', 'endsSoon']) })),
  }),
});
