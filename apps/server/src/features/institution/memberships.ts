/** The current links between a caller and institutions: the sign-in of this session, and list entries. */
import type { InstitutionProtocol } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { findAccount } from '../account/find-users.ts';
import { findSession } from './link-store.ts';
import { listRosterEntries } from './member-store.ts';

export interface Membership {
  readonly institutionId: string;
  readonly institution: string;
  readonly mode: InstitutionProtocol | 'roster';
  /** When the link between the caller and the institution ends, UTC ms; undefined: as long as the user is on the institution's list. */
  readonly endsAt: number | undefined;
}

export const membershipsOf = async (
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  reader: { readonly userId: string; readonly sid: string },
): Promise<Membership[]> => {
  const now = clock.now();
  const [session, user] = await Promise.all([findSession(db, reader, now), findAccount(db, reader.userId)]);
  const entries = await listRosterEntries(db, { userId: reader.userId, tel: user?.tel ?? '' }, now);
  return [
    ...(session === undefined
      ? []
      : [{ institutionId: session.institutionId, institution: session.name, mode: session.protocol, endsAt: session.endsAt }]),
    ...entries.map(({ institutionId, institution, validUntil }) => ({
      institutionId,
      institution,
      mode: 'roster' as const,
      endsAt: validUntil ?? undefined,
    })),
  ];
};
