import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { institutionSummary } from './institution.ts';

/** Searches institutions with sign-in by name, pinyin, initials or domain; with an empty query, lists the first ones by name. */
export const searchInstitutions = operation({
  name: 'searchInstitutions',
  method: 'GET',
  path: '/api/institution/search',
  summary: '查找可登录的机构',
  permission: 'signIn',
  audience: 'anyone',
  input: z.object({ q: z.string().trim().max(60, '最多 60 个字').default('') }),
  output: z.object({
    items: z.array(institutionSummary.extend({ domain: z.string() })),
    /** Whether there are more results than returned. */
    more: z.boolean(),
    /** Whether the federation's discovery service is available. */
    discovery: z.boolean(),
  }),
});
