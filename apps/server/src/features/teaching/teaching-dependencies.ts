/** Dependencies of the teaching use cases. */
import type { InstitutionAddresses } from '../account/address-limits.ts';
import type { CatalogDependencies } from '../catalog/catalog-dependencies.ts';

export interface TeachingDependencies
  extends Pick<CatalogDependencies, 'db' | 'clock' | 'personal' | 'findUsers' | 'limiter' | 'usesEveryTeacherResource'> {
  /** Client IPs of institutions, for which the limits by client IP are raised. */
  readonly institutionNetworks: InstitutionAddresses;
  /** Returns the books on confirmed adoption lists of a teacher. */
  readonly adoptedBooks: (userId: string) => Promise<readonly string[]>;
}
