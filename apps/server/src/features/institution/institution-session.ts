/**
 * The institution right of a session. [Note: institution session] The right lasts as long as the session, at most 15 days from the
 * institution sign-in, or until the end the institution stated. Refreshing the session does not contact the institution and therefore does
 * not extend the right.
 */
import { CodedError, type InstitutionProtocol, LIMITS } from '@shufang/contract';
import type { Account } from '../account/account.ts';
import type { SignInFollowUp } from '../account/complete-sign-in.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { putSession } from './link-store.ts';

/** Affiliations (eduPerson) of current members, `faculty` first. Former members (`alum`) and guests (`affiliate`) are not included. */
const MEMBERS = ['faculty', 'student', 'staff', 'employee', 'member', 'library-walk-in'];

/** Returns the strongest affiliation of a current member. Throws `institution.notMember` for anybody else. */
export const requireMember = (institution: string, affiliations: readonly string[]): string => {
  const found = MEMBERS.find((each) => affiliations.includes(each));
  if (found === undefined) throw new CodedError('institution.notMember', { institution });
  return found;
};

interface Session {
  readonly sid: string;
  readonly userId: string;
}

/** The right that an institution sign-in gives to its session. */
interface InstitutionRight {
  readonly institutionId: string;
  readonly protocol: InstitutionProtocol;
  readonly affiliation: string;
  readonly endsAt: number | null | undefined;
}

const FOLLOW_UP = 'institutionRight';

/** Returns the task that `completeSignIn` runs when the session opens: it gives the institution's right to the session. */
export const takeRight = ({ institutionId, protocol, affiliation, endsAt }: InstitutionRight): SignInFollowUp => ({
  name: FOLLOW_UP,
  data: { institutionId, protocol, affiliation, endsAt: endsAt ?? null } satisfies InstitutionRight,
});

export const beginInstitutionSession = async (
  { account }: Pick<InstitutionDependencies, 'account'>,
  { sid, userId }: Session,
  right: InstitutionRight,
): Promise<void> => {
  const now = account.clock.now();
  const longest = now + LIMITS.sessionLifetimeMs;
  const { institutionId, protocol, affiliation } = right;
  const endsAt = Math.min(longest, right.endsAt ?? longest);
  await putSession(account.db.orm, { sid, userId, institutionId, protocol, affiliation, beganAt: now, endsAt });
};

/** Registers the function that runs the task of `takeRight`; call it once per assembled account slice. */
export const followSignIns = (account: Account): void => {
  account.followUps.set(FOLLOW_UP, (session, data) => beginInstitutionSession({ account }, session, data as InstitutionRight));
};
