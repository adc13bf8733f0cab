/** What the slice of errata needs; the assembly hands it in. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Personal } from '../catalog/personal-marks.ts';

export interface ErrataDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly personal: Personal;
  /** By id, the number masked; those that are gone are left out. */
  readonly findPeople: (userIds: readonly string[]) => Promise<ReadonlyMap<string, { nickname: string; tel: string }>>;
}
