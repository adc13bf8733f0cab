/** Returns the state of each part of the service, and past outages. */
import type { UseCase } from '../../platform/http/register.ts';
import type { HelpDependencies } from './help-dependencies.ts';

export const getServiceStatus: UseCase<'getServiceStatus', HelpDependencies> = async ({ clock, parts, outages }) => {
  const current = await parts();
  return { checkedAt: clock.now(), parts: current, history: await outages() };
};
