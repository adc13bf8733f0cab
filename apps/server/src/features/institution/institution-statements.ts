/** What institutions state about a user: list entries, and affiliations asserted at sign-in. */
import type { InstitutionProtocol, MemberKind } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { findAccount } from '../account/find-users.ts';
import { listLinks } from './link-store.ts';
import { listRosterEntries } from './member-store.ts';

export type InstitutionStatement =
  | {
      readonly via: 'roster';
      readonly institution: string;
      readonly kind: MemberKind;
      readonly name: string;
      /** Whether the list entry was matched by the user's phone number; otherwise the user claimed the entry. */
      readonly byPhone: boolean;
    }
  | { readonly via: InstitutionProtocol; readonly institution: string; readonly affiliation: string; readonly seenAt: number };

export const findInstitutionStatements = async (db: Queryable, userId: string, now: number): Promise<InstitutionStatement[]> => {
  const tel = (await findAccount(db, userId))?.tel ?? '';
  const [entries, links] = [await listRosterEntries(db, { userId, tel }, now), await listLinks(db, userId)];
  return [
    ...entries.map(({ institution, kind, name, byPhone }) => ({ via: 'roster' as const, institution, kind, name, byPhone })),
    ...links.map(({ protocol, name, affiliation, lastUsedAt }) => ({ via: protocol, institution: name, affiliation, seenAt: lastUsedAt })),
  ];
};
