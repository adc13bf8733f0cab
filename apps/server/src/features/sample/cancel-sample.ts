/** Withdraws a request for a sample; its address is deleted. Throws `sample.notFound`, `sample.stateChanged`. */
import type { UseCase } from '../../platform/http/register.ts';
import { changeOwnSample } from './own-sample.ts';
import type { SampleDependencies } from './sample-dependencies.ts';

export const cancelSample: UseCase<'cancelSample', SampleDependencies> = async (deps, { reader: { userId } }, { id }) => ({
  payload: await changeOwnSample(deps, { userId, id, from: 'submitted' }, { status: 'canceled', shipping: null }),
  say: '已撤回',
});
