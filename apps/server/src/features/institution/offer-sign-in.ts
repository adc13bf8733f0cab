/** Decides whether a sign-in through an institution could give access to a book by a license. */
import type { LicenseMode } from '@shufang/contract';
import { type InstitutionDependencies, signInMethodsOf } from './institution-dependencies.ts';
import { findInstitutionsOf } from './my-institutions.ts';
import { readyAmong } from './settings-store.ts';

interface Licensee {
  readonly institutionId: string;
  readonly modes: readonly LicenseMode[];
}

/**
 * Returns the offer, or undefined when no institution with such a license offers sign-in now. `names`: institutions the reader belongs to;
 * anonymous users get no names.
 */
export const offerSignIn = async (
  deps: InstitutionDependencies,
  licensees: readonly Licensee[],
  reader: { readonly userId: string; readonly sid: string } | undefined,
): Promise<{ names: string[] } | undefined> => {
  if (licensees.length === 0) return undefined;
  const ids = [...new Set(licensees.map(({ institutionId }) => institutionId))];
  const ready = await readyAmong(deps.account.db.orm, ids, signInMethodsOf(deps));
  const open = ready.filter(({ id, protocol }) =>
    licensees.some(({ institutionId, modes }) => institutionId === id && modes.some((mode) => mode === protocol)),
  );
  if (open.length === 0) return undefined;
  const mine = reader === undefined ? [] : await findInstitutionsOf(deps, reader);
  return { names: open.filter(({ id }) => mine.some((each) => each.id === id)).map(({ name }) => name) };
};
