/** The user's own institutions: linked or listed, active or not. */
import type { MyInstitution } from '@shufang/contract';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { listLinks } from './link-store.ts';
import { membershipsOf } from './memberships.ts';

interface Caller {
  readonly userId: string;
  readonly sid: string;
}

/** Returns the user's institutions: linked ones in the order of linking, then those on whose list the user is. */
export const findInstitutionsOf = async (
  { account }: Pick<InstitutionDependencies, 'account'>,
  reader: Caller,
): Promise<MyInstitution[]> => {
  const { db, clock } = account;
  const [links, memberships] = await Promise.all([listLinks(db.orm, reader.userId), membershipsOf({ db: db.orm, clock }, reader)]);
  const found = new Map<string, MyInstitution>();
  for (const { institutionId: id, name, protocol, createdAt } of links)
    if (!found.has(id)) found.set(id, { id, name, link: { protocol, since: createdAt }, active: [] });
  for (const { institutionId: id, institution: name, mode, endsAt } of memberships) {
    const before = found.get(id) ?? { id, name, active: [] };
    const ends = [before.activeUntil, endsAt].filter((each) => each !== undefined);
    found.set(id, {
      ...before,
      active: [...new Set([...before.active, mode])],
      ...(ends.length === 0 ? {} : { activeUntil: Math.min(...ends) }),
    });
  }
  return [...found.values()];
};
