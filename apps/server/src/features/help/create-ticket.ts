/** Creates a help ticket of a signed-in or an anonymous user. Throws `account.captchaWrong`, `request.invalid`, `request.tooMany`. */
import { CodedError, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { HELP_LIMITS } from './limits.ts';
import { insertTicket } from './store.ts';
import { takeRateLimit } from './take-rate-limit.ts';
import { viewTicket } from './ticket-view.ts';

const HOUR_MS = 3_600_000;
const PER_USER = { points: HELP_LIMITS.ticketsPerUserPerDay, windowMs: 24 * HOUR_MS };
const PER_SUBNET = { points: HELP_LIMITS.ticketsPerIpPerHour, windowMs: HOUR_MS };

type Input = Parameters<UseCase<'createTicket', HelpDependencies>>[2];

/** Checks the input of an anonymous user, who must solve a captcha and give contact details for the reply. */
const admitAnonymous = async (dependencies: HelpDependencies, input: Input, clientIp: string): Promise<void> => {
  if (input.contact === '') throw new CodedError('request.invalid', { reason: '请留下手机号或邮箱，方便回复您' });
  await dependencies.checkCaptcha(input);
  await takeRateLimit(dependencies.limiter, `ticket:subnet:${dependencies.subnetOf(clientIp)}`, PER_SUBNET);
};

export const createTicket: UseCase<'createTicket', HelpDependencies> = async (dependencies, { reader, address }, input) => {
  if (reader === undefined) await admitAnonymous(dependencies, input, address);
  else await takeRateLimit(dependencies.limiter, `ticket:user:${reader.userId}`, PER_USER);
  const now = dependencies.clock.now();
  const { topic, body, contact, diagnostics } = input;
  const ticket = {
    id: newId(now),
    userId: reader?.userId,
    topic,
    state: 'open' as const,
    body,
    contact,
    diagnostics,
    createdAt: now,
    updatedAt: now,
  };
  await insertTicket(dependencies.db.orm, ticket);
  return { payload: { ticket: viewTicket({ ...ticket, replies: [] }) }, say: '已提交，我们会尽快回复' };
};
