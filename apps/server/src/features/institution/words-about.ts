/** What institutions say of a person: their lists, and what they told when the person signed in through them. */
import type { InstitutionProtocol, MemberKind } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findAccount } from '../account/find-people.ts';
import { listLinks } from './link-store.ts';
import { listPlaces } from './member-store.ts';

export type WordAbout =
  | {
      readonly via: 'roster';
      readonly institution: string;
      readonly kind: MemberKind;
      readonly name: string;
      /** By the person's own number; else the line was claimed. */
      readonly byPhone: boolean;
    }
  | { readonly via: InstitutionProtocol; readonly institution: string; readonly affiliation: string; readonly seenAt: number };

export const wordsAbout = async (db: Queryable, userId: string, now: number): Promise<WordAbout[]> => {
  const tel = (await findAccount(db, userId))?.tel ?? '';
  const [places, links] = [await listPlaces(db, { userId, tel }, now), await listLinks(db, userId)];
  return [
    ...places.map(({ institution, kind, name, byPhone }) => ({ via: 'roster' as const, institution, kind, name, byPhone })),
    ...links.map(({ protocol, name, affiliation, lastUsedAt }) => ({ via: protocol, institution: name, affiliation, seenAt: lastUsedAt })),
  ];
};
