/** A right to a book as it is kept; what it means for reading is decided in `resolve-access.ts`. */
import type { RightSource } from '@shufang/contract';

/** `licence` and `classProbation` are held by institutions and classes; every member has them. `claim`: photos of a code that failed. */
export type EntitlementSource = 'gift' | 'order' | 'code' | 'claim' | 'licence' | 'sample' | 'author' | 'staff' | 'classProbation';

export type EntitlementStatus = 'active' | 'expired' | 'suspended' | 'revoked';

export interface Entitlement {
  readonly bookId: string;
  /** Absent: a person. */
  readonly holder?: 'user' | 'institution' | 'class';
  readonly source: EntitlementSource;
  /** UTC ms; `endsAt` absent means for good. */
  readonly startsAt: number;
  readonly endsAt: number | undefined;
  readonly status: EntitlementStatus;
  /** Why it is suspended, as the reader is told. */
  readonly reason?: string;
}

/** As readers are told. */
export const sourceOf = (source: EntitlementSource): RightSource => {
  if (source === 'licence') return 'institution';
  return source === 'classProbation' ? 'class' : source;
};
