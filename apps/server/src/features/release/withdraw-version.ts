/** Takes a version back: it is no longer offered and its file no longer served. Its number is spent. */
import { CodedError } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Build } from './app-version.ts';
import { withdrawReleasedVersion } from './store.ts';

/** Throws `release.versionUnknown` when no such version is released. */
export const withdrawVersion = async (deps: { db: Queryable; clock: Clock }, build: Build, versionCode: string): Promise<void> => {
  if (!(await withdrawReleasedVersion(deps.db, build, versionCode, deps.clock.now()))) throw new CodedError('release.versionUnknown');
};
