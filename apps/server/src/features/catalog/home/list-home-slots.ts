/** Lists all home slots in their order, including hidden ones. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { toHomeSlotRecord } from './home-slot-record.ts';
import { listAllSlots } from './home-slot-store.ts';

export const listHomeSlots: UseCase<'listHomeSlots', Pick<CatalogDependencies, 'db'>> = async ({ db }) => ({
  items: await Promise.all((await listAllSlots(db.orm)).map((slot) => toHomeSlotRecord(db.orm, slot))),
});
