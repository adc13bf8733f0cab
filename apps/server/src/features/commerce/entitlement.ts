/** A person's right to a book as it is kept; what it means for reading is decided in `resolve-access.ts`. */
export type EntitlementSource = 'gift' | 'order' | 'code' | 'sample' | 'author' | 'staff';

export interface Entitlement {
  readonly bookId: string;
  readonly source: EntitlementSource;
  /** UTC ms; `endsAt` absent means for good. */
  readonly startsAt: number;
  readonly endsAt: number | undefined;
  readonly status: 'active' | 'revoked';
}
