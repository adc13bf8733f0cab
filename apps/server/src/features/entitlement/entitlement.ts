/** A stored entitlement to a book. `resolve-access.ts` decides what it allows. */
import type { RightSource } from '@shufang/contract';

/**
 * Where an entitlement comes from. `license` and `classProbation` belong to institutions and classes, and apply to every member. `claim`
 * was granted after photos of an unusable code.
 */
export type EntitlementSource = 'gift' | 'order' | 'code' | 'claim' | 'license' | 'sample' | 'author' | 'staff' | 'classProbation';

export type EntitlementStatus = 'active' | 'expired' | 'suspended' | 'revoked';

export interface Entitlement {
  readonly bookId: string;
  /** Who holds the entitlement; undefined: a user. */
  readonly holder?: 'user' | 'institution' | 'class';
  readonly source: EntitlementSource;
  /** Period of the entitlement, UTC ms; `endsAt` undefined means that it has no end. */
  readonly startsAt: number;
  readonly endsAt: number | undefined;
  readonly status: EntitlementStatus;
  /** Why the entitlement is suspended, as shown to the reader. */
  readonly reason?: string;
}

/** Returns the source as it is shown to readers. */
export const sourceOf = (source: EntitlementSource): RightSource => {
  if (source === 'license') return 'institution';
  return source === 'classProbation' ? 'class' : source;
};
