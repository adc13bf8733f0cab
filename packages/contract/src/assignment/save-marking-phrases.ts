import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';

/** Replaces the caller's own phrases for comments on responses. Returns them. */
export const saveMarkingPhrases = operation({
  name: 'saveMarkingPhrases',
  method: 'POST',
  path: '/api/assignment/phrases/save',
  summary: '保存评语常用语',
  permission: 'runClass',
  input: z.object({
    phrases: z
      .array(z.string().trim().min(1, '常用语不能为空').max(LIMITS.markingPhraseChars, `一条常用语最多 ${LIMITS.markingPhraseChars} 个字`))
      .max(LIMITS.markingPhrasesMax, `最多 ${LIMITS.markingPhrasesMax} 条常用语`),
  }),
  output: z.object({ phrases: z.array(z.string()) }),
  errors: [],
});
