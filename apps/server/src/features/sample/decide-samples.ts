/** Approves or refuses samples. An approved digital sample opens the book at once, for a stated time (product.md §7.5). */
import { CodedError, LIMITS } from '@shufang/contract';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { type Operator, operatorOf } from '../audit/audit-events.ts';
import { grantSample } from '../entitlement/sample-entitlements.ts';
import { changeSamples } from './change-samples.ts';
import type { SampleDependencies } from './sample-dependencies.ts';
import type { StoredSample } from './store.ts';

const DAY_MS = 86_400_000;

/** Decides samples as the given operator. Returns how many. Throws `sample.notFound`, `sample.stateChanged`. */
export const decideSamplesAs = (
  deps: Pick<SampleDependencies, 'db' | 'clock'>,
  operator: Operator,
  accessScope: AccessScope | undefined,
  { ids, decision, reply }: UseCaseInput<'decideSamples'>,
): Promise<number> => {
  const now = deps.clock.now();
  const next = (found: StoredSample): StoredSample => {
    if (found.status !== 'submitted') throw new CodedError('sample.stateChanged');
    if (decision === 'reject') return { ...found, status: 'rejected', reply, decidedAt: now, shipping: null };
    const endsAt = found.form === 'digital' ? now + LIMITS.digitalSampleDays * DAY_MS : null;
    return { ...found, status: 'approved', reply, decidedAt: now, endsAt };
  };
  return changeSamples(deps, {
    ids,
    operator,
    accessScope,
    action: `sample.${decision}`,
    notification: decision === 'approve' ? 'sampleApproved' : 'sampleRejected',
    reason: reply,
    next,
    apply: async (tx, changed) => {
      for (const { id, userId, bookId, endsAt } of changed)
        if (endsAt !== null) await grantSample(tx, { sampleId: id, userId, bookId, startsAt: now, endsAt });
    },
  });
};

export const decideSamples: UseCase<'decideSamples', SampleDependencies> = async (deps, caller, input) => {
  const changed = await decideSamplesAs(deps, operatorOf(caller), caller.accessScope, input);
  return { payload: { changed }, say: input.decision === 'approve' ? `已通过 ${changed} 份` : `已退回 ${changed} 份` };
};
