import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { ticket, ticketDiagnostics, ticketTopic } from './ticket.ts';

const ticketBody = z
  .string()
  .trim()
  .min(LIMITS.ticketBodyCharsMin, `请写下至少 ${LIMITS.ticketBodyCharsMin} 个字`)
  .max(LIMITS.ticketBodyChars, `最多 ${LIMITS.ticketBodyChars} 个字`);

/**
 * Creates a help ticket. Anonymous users must solve an image captcha and give a phone number or e-mail address (`contact`); signed-in users
 * receive the reply on the page and by the event stream.
 */
export const createTicket = operation({
  name: 'createTicket',
  method: 'POST',
  path: '/api/ticket/create',
  summary: '提交问题',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({
    topic: ticketTopic,
    body: ticketBody,
    contact: z.string().trim().max(100).default(''),
    diagnostics: ticketDiagnostics.optional(),
    captchaKey: z.string().max(64).default(''),
    captchaTxt: z.string().max(16).default(''),
  }),
  output: z.object({ ticket }),
  errors: ['account.captchaWrong'],
});
