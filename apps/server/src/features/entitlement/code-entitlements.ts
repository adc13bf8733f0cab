/** Grants, reads and revokes the entitlements that activation codes and approved claims give, for the activation-code slice. */
import type { BookCodePurpose } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { EntitlementSource } from './entitlement.ts';
import { listEntitlements, lockEntitlementsOfBook, revokeEntitlement, upsertEntitlement } from './store.ts';

/** Source of the entitlement by code purpose. Samples and gifts have their own sources, because `code` counts as paid. */
const SOURCES = { printedBook: 'code', teacher: 'code', sales: 'code', sample: 'sample', gift: 'gift' } as const satisfies Record<
  BookCodePurpose,
  EntitlementSource
>;

export type CodeSource = (typeof SOURCES)[BookCodePurpose];

export const sourceOfPurpose = (purpose: BookCodePurpose): CodeSource => SOURCES[purpose];

/** Every source that an entitlement by a code may have. */
export const CODE_SOURCES: readonly CodeSource[] = [...new Set(Object.values(SOURCES))];

/** Creates or renews the entitlement of one code or claim. */
export const grantByCode = upsertEntitlement;

/** Returns the entitlements of a user, for the given books or for all. */
export const listEntitlementsOf = listEntitlements;

/** Locks the entitlements of this user to this book until the transaction ends. */
export const lockEntitlementsOf = lockEntitlementsOfBook;

/** Revokes the entitlement that a code gave. `codeId` is the code's id in hex. Applies to every code purpose. */
export const revokeEntitlementOfCode = async (tx: Transaction, userId: string, codeId: string): Promise<void> => {
  for (const source of CODE_SOURCES) await revokeEntitlement(tx, userId, source, codeId);
};
