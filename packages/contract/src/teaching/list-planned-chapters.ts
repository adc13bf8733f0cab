import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { plannedChapter } from './chapter-plan.ts';

/**
 * Lists the planned chapters of the caller's active classes as their member, those due first, of one book or of all. Plans that are hidden
 * and not open yet are left out.
 */
export const listPlannedChapters = operation({
  name: 'listPlannedChapters',
  method: 'GET',
  path: '/api/class/planned',
  summary: '我的章节任务',
  permission: 'ownAccount',
  input: z.object({ bookId: entityId.optional() }),
  output: z.object({ items: z.array(plannedChapter) }),
});
