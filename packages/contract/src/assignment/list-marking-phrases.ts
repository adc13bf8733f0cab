import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Returns the caller's own phrases for comments on responses, in their order. */
export const listMarkingPhrases = operation({
  name: 'listMarkingPhrases',
  method: 'GET',
  path: '/api/assignment/phrases',
  summary: '我的评语常用语',
  permission: 'runClass',
  input: z.object({}),
  output: z.object({ phrases: z.array(z.string()) }),
  errors: [],
});
