/** Returns the narration of one document of a version. */
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CodedError } from '@shufang/contract';
import type { EncodedUseCase } from '../../platform/http/register.ts';
import { findBook } from '../catalog/find-books.ts';
import { findReleasedVersion, findResource } from '../publication/versions/read-version.ts';
import { getContent } from '../publication/versions/stored-content.ts';
import { countRequest } from './count-manifest.ts';
import type { ReadingDependencies } from './reading-dependencies.ts';

const GUIDED_NAVIGATION = 'application/guided-navigation+json';

/**
 * Returns the JSON of the guided navigation document, as the import wrote it. Throws `catalog.bookNotFound` also for an address that is no
 * narration, `entitlement.notEntitled` like `openBook`, `request.tooMany`.
 */
export const getNarration: EncodedUseCase<'getNarration', ReadingDependencies> = async (dependencies, caller, input) => {
  const { db, rights, objects } = dependencies;
  const book = await findBook(db.orm, input.bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  if ((await rights.one(caller, book)).kind === 'none')
    throw new CodedError(book.shelfState === 'draft' ? 'catalog.bookNotFound' : 'entitlement.notEntitled');
  await countRequest(dependencies, caller, 'narration');
  const version = await findReleasedVersion(db.orm, input.versionId);
  const resource = version?.bookId === book.id ? await findResource(db.orm, version.id, input.href) : undefined;
  if (resource?.mediaType !== GUIDED_NAVIGATION) throw new CodedError('catalog.bookNotFound');
  const stored = await buffer((await getContent(objects, resource)).stream);
  return [resource.encoding === 'gzip' ? await promisify(gunzip)(stored) : stored];
};
