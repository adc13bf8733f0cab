/** Counts a vote for or against an article of a manual; the voter is not stored. Throws `request.tooMany`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { HelpDependencies } from './help-dependencies.ts';
import { HELP_LIMITS } from './limits.ts';
import { addVote } from './store.ts';
import { takeRateLimit } from './take-rate-limit.ts';

const PER_SUBNET = { points: HELP_LIMITS.helpVotesPerIpPerHour, windowMs: 3_600_000 };

export const voteArticle: UseCase<'voteArticle', HelpDependencies> = async (
  { db, limiter, subnetOf },
  { address },
  { manual, article, useful },
) => {
  await takeRateLimit(limiter, `vote:${subnetOf(address)}`, PER_SUBNET);
  await addVote(db.orm, manual, article, useful);
  return {};
};
