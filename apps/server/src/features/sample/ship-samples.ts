/** Records that approved printed samples were sent in one parcel. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf } from '../audit/audit-events.ts';
import { changeSamples } from './change-samples.ts';
import type { SampleDependencies } from './sample-dependencies.ts';
import type { StoredSample } from './store.ts';

const addressOf = ({ userId, shipping }: StoredSample): string =>
  JSON.stringify([userId, shipping?.receiver, shipping?.phone, shipping?.province, shipping?.city, shipping?.address]);

/** Throws `sample.notFound`, `sample.stateChanged` for a digital sample or one that is not approved, `sample.severalAddresses`. */
export const shipSamples: UseCase<'shipSamples', SampleDependencies> = async (deps, caller, { ids, carrier, trackingNo }) => {
  const now = deps.clock.now();
  const changed = await changeSamples(deps, {
    ids,
    operator: operatorOf(caller),
    accessScope: caller.accessScope,
    action: 'sample.ship',
    notification: 'sampleShipped',
    reason: `${carrier} ${trackingNo}`,
    next: (found) => {
      if (found.status !== 'approved' || found.form !== 'print') throw new CodedError('sample.stateChanged');
      return { ...found, status: 'shipped', carrier, trackingNo, shippedAt: now };
    },
    apply: (_, samples) => {
      if (new Set(samples.map(addressOf)).size > 1) throw new CodedError('sample.severalAddresses');
    },
  });
  return { payload: { changed }, say: `已登记发货 ${changed} 份` };
};
