/** Stores the report of a printed code without a target. Throws `request.tooMany`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { HELP_LIMITS } from './limits.ts';
import { addDeadCode } from './store.ts';
import { takeRateLimit } from './take-rate-limit.ts';

const PER_SUBNET = { points: HELP_LIMITS.deadCodeReportsPerIpPerHour, windowMs: 3_600_000 };

export const reportDeadCode: UseCase<'reportDeadCode', HelpDependencies> = async (
  { db, clock, limiter, subnetOf },
  { address },
  { code, note },
) => {
  await takeRateLimit(limiter, `dead-code:${subnetOf(address)}`, PER_SUBNET);
  await addDeadCode(db.orm, { code, note, at: clock.now() });
  return { payload: {}, say: '已收到，谢谢。我们会查明这个二维码应当指向哪里' };
};
