/** The person's own institutions: tied, on a list, in force or not; and claiming a place on a list. */
import { CodedError, isSameName, type joinInstitution as joinOperation, type MyInstitution, type ParsedInputOf } from '@shufang/contract';
import { joinFailureBudget } from '../account/budgets.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { listLinks } from './link-store.ts';
import { claimMember, lockMember } from './member-store.ts';
import { membershipsOf } from './memberships.ts';

interface Caller {
  readonly userId: string;
  readonly sid: string;
}

/** Tied ones in the order they were tied, then those by list. */
export const listMyInstitutions = async ({ account }: InstitutionDependencies, reader: Caller): Promise<MyInstitution[]> => {
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

/** Throws `institution.notOnList` (also for an institution there is none of), `institution.placeTaken`, `account.tooManyFailures`. */
export const joinInstitution = async (
  { account }: InstitutionDependencies,
  { userId, address }: { userId: string; address: string },
  { institutionId, studentNo, name }: ParsedInputOf<typeof joinOperation>,
): Promise<void> => {
  const { db, clock, limiter } = account;
  const budget = joinFailureBudget(limiter, userId, address);
  await budget.check();
  const wasTaken = await db.transaction(async (tx) => {
    const member = await lockMember(tx, institutionId, studentNo);
    const isRight =
      member !== undefined && isSameName(member.name, name) && (member.validUntil === null || member.validUntil > clock.now());
    if (!isRight) return undefined;
    if (member.userId !== null && member.userId !== userId) return true;
    await claimMember(tx, member.id, userId);
    return false;
  });
  if (wasTaken === undefined) {
    await budget.fail();
    throw new CodedError('institution.notOnList');
  }
  if (wasTaken) throw new CodedError('institution.placeTaken');
};
