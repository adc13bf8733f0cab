import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';

/**
 * Translates a text by the operator's translation service: Chinese into English, anything else into Chinese. Throws `unavailable` if the
 * operator has none or it fails, and `request.tooMany`.
 */
export const translateText = operation({
  name: 'translateText',
  method: 'GET',
  path: '/api/dictionary/translation',
  summary: '翻译一段文字',
  permission: 'ownAccount',
  input: z.object({
    text: z.string().trim().min(1, '请选择要翻译的文字').max(LIMITS.translationChars, `一次最多翻译 ${LIMITS.translationChars} 个字`),
  }),
  output: z.object({ text: z.string() }),
});
