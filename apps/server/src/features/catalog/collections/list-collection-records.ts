/** Lists the collections in the access scope for editors, including hidden ones. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { toCollectionRecords } from './collection-records.ts';
import { listAllCollections } from './collection-store.ts';

export const listCollectionRecords: UseCase<'listCollectionRecords', Pick<CatalogDependencies, 'db'>> = async (
  { db },
  { accessScope },
) => ({
  items: await toCollectionRecords(db.orm, await listAllCollections(db.orm, accessScope), accessScope),
});
