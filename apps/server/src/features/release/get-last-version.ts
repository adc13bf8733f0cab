/** Returns the newest released version for the platform of the caller. Throws `release.nonePublished`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { quietUntil } from '../../platform/quiet-periods.ts';
import { chooseBuild } from './choose-build.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';
import { listNewestReleased } from './store.ts';
import { viewVersion } from './view.ts';

export const getLastVersion: UseCase<'getLastVersion', ReleaseDependencies> = async (
  { db, clock, quietPeriods },
  { userAgent, appOrigin },
  input,
) => {
  const version = chooseBuild(await listNewestReleased(db.orm, { channel: input.channel }), { ...input, userAgent });
  if (version === undefined) throw new CodedError('release.nonePublished');
  const until = quietUntil(quietPeriods, clock.now());
  return { ...viewVersion(version, appOrigin), ...(until === undefined ? {} : { quietUntil: until }) };
};
