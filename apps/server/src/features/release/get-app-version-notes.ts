/** Returns the release notes of a version and the texts that its publisher signed. Throws `release.versionUnknown`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';
import { findVersionNotes } from './store.ts';

export const getAppVersionNotes: UseCase<'getAppVersionNotes', ReleaseDependencies> = async (
  { db },
  _caller,
  { versionCode, ...build },
) => {
  const notes = await findVersionNotes(db.orm, build, versionCode);
  if (notes === undefined) throw new CodedError('release.versionUnknown');
  return notes;
};
