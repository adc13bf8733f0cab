/** Creates the functions by which the catalog reads fields of the caller: rights, reading progress, institutions. */
import type { Database } from '../../platform/database.ts';
import type { Personal } from '../catalog/personal-fields.ts';
import type { AccessRights } from '../entitlement/access-rights.ts';
import type { InstitutionDependencies } from '../institution/institution-dependencies.ts';
import { offerSignIn } from '../institution/offer-sign-in.ts';
import { findProgressOfBooks, listRecentProgress, shareOf } from './progress.ts';

export const createPersonal = (
  { orm }: Pick<Database, 'orm'>,
  { rights, institutions }: { readonly rights: AccessRights; readonly institutions: InstitutionDependencies },
): Personal => ({
  ownedSince: (userId) => rights.ownedBy(userId),
  recentProgress: (userId, limit) => listRecentProgress(orm, userId, limit),
  progressOf: async (userId, bookIds) =>
    new Map(
      [...(await findProgressOfBooks(orm, userId, bookIds))].flatMap(([bookId, progress]) => {
        const share = shareOf(progress);
        return share === undefined ? [] : [[bookId, share] as const];
      }),
    ),
  rightOf: (caller, book) => rights.one(caller, book),
  rightsOf: (caller, books) => rights.many(caller, books),
  licensesFor: (caller) => rights.licensesFor(caller),
  institutionSignInFor: async ({ reader }, book) => offerSignIn(institutions, await rights.licenseesOf(book), reader),
});
