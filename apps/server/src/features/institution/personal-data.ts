/** The institution slice's part of a user's personal data: links and list entries. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { findAccount } from '../account/find-users.ts';
import { eraseLinks, readLinks, readSessions } from './link-store.ts';
import { deleteMailboxesOf, readMailboxes } from './mailbox-store.ts';
import { deleteRosterEntriesOf, readRosterEntries } from './member-store.ts';

export const institutionData: PersonalDataHolder = {
  slice: 'institution',
  exportOf: async (db, userId) => {
    const tel = (await findAccount(db, userId))?.tel ?? '';
    return [
      exportedJson('institutions.json', '机构：您绑定的机构身份、机构登录、用来认证的邮箱，以及机构名单里的您', {
        links: await readLinks(db, userId),
        sessions: await readSessions(db, userId),
        mailboxes: await readMailboxes(db, userId),
        lists: await readRosterEntries(db, { userId, tel }),
      }),
    ];
  },
  async eraseOf(tx, userId) {
    // The phone number is needed to find the list entries; the account slice, which is erased last, deletes it.
    const tel = (await findAccount(tx, userId))?.tel ?? '';
    await eraseLinks(tx, userId);
    await deleteMailboxesOf(tx, userId);
    await deleteRosterEntriesOf(tx, { userId, tel });
  },
};
