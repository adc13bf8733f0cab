/** Finds the image that an editor chose for a collection or a home slot. */
import type { Operator } from '../../audit/audit-events.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import type { CatalogImage } from './collection-store.ts';

/** Returns the chosen image. `fileId` undefined: the image is unchanged; `null`: no image. Throws `file.notFound`. */
export const chosenImage = async (
  deps: Pick<CatalogDependencies, 'findPicture'>,
  operator: Operator,
  fileId: string | null | undefined,
  before: CatalogImage | undefined,
): Promise<CatalogImage | undefined> => {
  if (fileId === undefined) return before;
  if (fileId === null) return undefined;
  // The command line has no user, so it has no uploaded images.
  return deps.findPicture(operator === 'commandLine' ? '' : operator.userId, fileId);
};
