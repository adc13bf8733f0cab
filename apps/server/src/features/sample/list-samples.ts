/** Lists the caller's samples with what is left of the quota. */
import type { UseCase } from '../../platform/http/register.ts';
import { SAMPLE_LIMITS } from './limits.ts';
import { quotaOf } from './quota.ts';
import type { SampleDependencies } from './sample-dependencies.ts';
import { viewSamples } from './sample-view.ts';
import { findLastShipping, listSamplesOf } from './store.ts';

export const listSamples: UseCase<'listSamples', SampleDependencies> = async (deps, { reader: { userId } }, { bookId }) => {
  const db = deps.db.orm;
  const lastShipping = await findLastShipping(db, userId);
  return {
    items: await viewSamples(deps, await listSamplesOf(db, userId, bookId, SAMPLE_LIMITS.samplesListMax)),
    quota: await quotaOf(db, userId, deps.clock.now()),
    ...(lastShipping === undefined ? {} : { lastShipping }),
  };
};
