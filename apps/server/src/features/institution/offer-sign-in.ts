/** Whether signing in through an institution could open something its licence covers. */
import type { LicenceMode } from '@shufang/contract';
import { type InstitutionDependencies, waysOf } from './institution-dependencies.ts';
import { listMyInstitutions } from './my-institutions.ts';
import { readyAmong } from './settings-store.ts';

interface Licensee {
  readonly institutionId: string;
  readonly modes: readonly LicenceMode[];
}

/** Undefined: none of them can be signed in through today. `names`: those the reader belongs to; strangers are told no name. */
export const offerSignIn = async (
  deps: InstitutionDependencies,
  licensees: readonly Licensee[],
  reader: { readonly userId: string; readonly sid: string } | undefined,
): Promise<{ names: string[] } | undefined> => {
  if (licensees.length === 0) return undefined;
  const ids = [...new Set(licensees.map(({ institutionId }) => institutionId))];
  const ready = await readyAmong(deps.account.db.orm, ids, waysOf(deps));
  const open = ready.filter(({ id, protocol }) =>
    licensees.some(({ institutionId, modes }) => institutionId === id && modes.some((mode) => mode === protocol)),
  );
  if (open.length === 0) return undefined;
  const mine = reader === undefined ? [] : await listMyInstitutions(deps, reader);
  return { names: open.filter(({ id }) => mine.some((each) => each.id === id)).map(({ name }) => name) };
};
