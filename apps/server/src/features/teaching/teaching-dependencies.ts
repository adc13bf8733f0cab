/** Dependencies of the teaching use cases. */
import type { TeachingWork } from '@shufang/contract';
import type { InstitutionAddresses } from '../account/address-limits.ts';
import type { CatalogDependencies } from '../catalog/catalog-dependencies.ts';

export interface TeachingDependencies
  extends Pick<CatalogDependencies, 'db' | 'clock' | 'personal' | 'findUsers' | 'limiter' | 'usesEveryTeacherResource'> {
  /** Client IPs of institutions, for which the limits by client IP are raised. */
  readonly institutionNetworks: InstitutionAddresses;
  /** Returns what the slices that build on classes have waiting for teachers in these classes. */
  readonly workIn: (classIds: readonly string[]) => Promise<WorkInClass[]>;
  /** Returns the books on confirmed adoption lists of a teacher. */
  readonly adoptedBooks: (userId: string) => Promise<readonly string[]>;
}

/** Work that waits in a class; its kind is not that of joining, which this slice counts itself. */
export type WorkInClass = Pick<TeachingWork, 'kind' | 'classId' | 'assignment' | 'count'>;
