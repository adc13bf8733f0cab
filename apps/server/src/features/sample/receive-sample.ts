/** Confirms that a shipped sample arrived. Throws `sample.notFound`, `sample.stateChanged`. */
import type { UseCase } from '../../platform/http/register.ts';
import { changeOwnSample } from './own-sample.ts';
import type { SampleDependencies } from './sample-dependencies.ts';

export const receiveSample: UseCase<'receiveSample', SampleDependencies> = async (deps, { reader: { userId } }, { id }) => ({
  payload: await changeOwnSample(deps, { userId, id, from: 'shipped' }, { status: 'received', receivedAt: deps.clock.now() }),
  say: '已确认收到',
});
