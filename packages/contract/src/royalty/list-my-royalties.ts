import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { royaltyStatement } from './royalty.ts';

/** Lists the caller's own statements without drafts, the newest month first, with what is due and what was paid. */
export const listMyRoyalties = operation({
  name: 'listMyRoyalties',
  method: 'GET',
  path: '/api/author/royalty/list',
  summary: '我的版税',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({
    items: z.array(royaltyStatement),
    /** Sum of the statements that are issued, disputed or confirmed. */
    dueFen: z.number().int(),
    paidFen: z.number().int(),
  }),
});
