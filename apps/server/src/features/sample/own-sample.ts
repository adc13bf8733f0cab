/** Changes a sample of the caller. */
import { CodedError, type Sample, type SampleStatus } from '@shufang/contract';
import type { SampleDependencies } from './sample-dependencies.ts';
import { viewSamples } from './sample-view.ts';
import { lockOwnSample, type StoredSample, updateSample } from './store.ts';

/**
 * Changes a sample of this teacher that is in the state `from`, and returns its view. Throws `sample.notFound` for a sample of another
 * teacher, `sample.stateChanged`.
 */
export const changeOwnSample = async (
  deps: Pick<SampleDependencies, 'db'>,
  { userId, id, from }: { readonly userId: string; readonly id: string; readonly from: SampleStatus },
  change: Partial<StoredSample>,
): Promise<Sample> => {
  const changed = await deps.db.transaction(async (tx) => {
    const found = await lockOwnSample(tx, userId, id);
    if (found === undefined) throw new CodedError('sample.notFound');
    if (found.status !== from) throw new CodedError('sample.stateChanged');
    const next = { ...found, ...change };
    await updateSample(tx, next);
    return next;
  });
  const [view] = await viewSamples(deps, [changed]);
  if (view === undefined) throw new Error(`no view of sample ${id}`);
  return view;
};
