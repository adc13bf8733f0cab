/** What a session has of an institution. [Note: institution session] It lasts as long as the session, or as long as the institution said. */
import { createHash } from 'node:crypto';
import { CodedError, type InstitutionProtocol, LIMITS, type LoginResult } from '@shufang/contract';
import { readSessionToken } from '../account/session-token.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { putSession } from './link-store.ts';

/** The ticket itself is nowhere kept. */
export const hashOfTicket = (ticket: string): string => createHash('sha256').update(`institution ticket|${ticket}`).digest('base64url');

/** Who is of the institution today, in its own words (eduPerson), who teaches first; who has left (`alum`) or is a guest elsewhere (`affiliate`) is not. */
const MEMBERS = ['faculty', 'student', 'staff', 'employee', 'member', 'library-walk-in'];

/** The affiliation that counts. Throws `institution.notMember`. */
export const requireMember = (institution: string, affiliations: readonly string[]): string => {
  const found = MEMBERS.find((each) => affiliations.includes(each));
  if (found === undefined) throw new CodedError('institution.notMember', { institution });
  return found;
};

interface Session {
  readonly sid: string;
  readonly userId: string;
}

/** Of a sign-in that was just made. */
export const sessionOfLogin = ({ account }: InstitutionDependencies, { dpAuthToken }: LoginResult): Session => {
  const content = readSessionToken(account.keys, dpAuthToken);
  if (content === undefined) throw new Error('our own token cannot be read');
  return { sid: content.sid, userId: content.id };
};

export const beginInstitutionSession = async (
  { account }: InstitutionDependencies,
  { sid, userId }: Session,
  right: {
    readonly institutionId: string;
    readonly protocol: InstitutionProtocol;
    readonly affiliation: string;
    readonly endsAt: number | null | undefined;
  },
): Promise<void> => {
  const now = account.clock.now();
  const longest = now + LIMITS.sessionLifetimeMs;
  const { institutionId, protocol, affiliation } = right;
  const endsAt = Math.min(longest, right.endsAt ?? longest);
  await putSession(account.db.orm, { sid, userId, institutionId, protocol, affiliation, beganAt: now, endsAt });
};
