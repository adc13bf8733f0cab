/** What ties a caller to institutions at this moment: what this session signed in through, and the lists the person stands on. */
import type { InstitutionProtocol } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { findAccount } from '../account/find-people.ts';
import { findSession } from './link-store.ts';
import { listPlaces } from './member-store.ts';

export interface Membership {
  readonly institutionId: string;
  readonly institution: string;
  readonly mode: InstitutionProtocol | 'roster';
  /** UTC ms; undefined: as long as the institution has the person on its list. */
  readonly endsAt: number | undefined;
}

export const membershipsOf = async (
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  reader: { readonly userId: string; readonly sid: string },
): Promise<Membership[]> => {
  const now = clock.now();
  const [session, user] = await Promise.all([findSession(db, reader, now), findAccount(db, reader.userId)]);
  const places = await listPlaces(db, { userId: reader.userId, tel: user?.tel ?? '' }, now);
  return [
    ...(session === undefined
      ? []
      : [{ institutionId: session.institutionId, institution: session.name, mode: session.protocol, endsAt: session.endsAt }]),
    ...places.map(({ institutionId, institution, validUntil }) => ({
      institutionId,
      institution,
      mode: 'roster' as const,
      endsAt: validUntil ?? undefined,
    })),
  ];
};
