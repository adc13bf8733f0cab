/** The institution slice's part of a person's data: which institutions they are tied to, and what institutions' lists say of them. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { findAccount } from '../account/find-people.ts';
import { eraseTies, readSessions, readTies } from './link-store.ts';
import { deleteMailboxesOf, readMailboxes } from './mailbox-store.ts';
import { deletePlacesOf, readPlaces } from './member-store.ts';

export const institutionData: PersonalDataHolder = {
  slice: 'institution',
  exportOf: async (db, userId) => {
    const tel = (await findAccount(db, userId))?.tel ?? '';
    return [
      exportedJson('institutions.json', '机构：您绑定的机构身份、机构登录、用来认证的邮箱，以及机构名单里的您', {
        links: await readTies(db, userId),
        sessions: await readSessions(db, userId),
        mailboxes: await readMailboxes(db, userId),
        lists: await readPlaces(db, { userId, tel }),
      }),
    ];
  },
  async eraseOf(tx, userId) {
    // Before the account slice forgets the number: it is the last to erase.
    const tel = (await findAccount(tx, userId))?.tel ?? '';
    await eraseTies(tx, userId);
    await deleteMailboxesOf(tx, userId);
    await deletePlacesOf(tx, { userId, tel });
  },
};
