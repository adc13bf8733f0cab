/** Personal data of the help slice: a user's help tickets and replies. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteTicketsOf, listTicketsOfUser } from './store.ts';

/** Maximum number of exported help tickets, more than any user has. */
const TICKETS_MAX = 100_000;

export const helpData: PersonalDataHolder = {
  slice: 'help',
  exportOf: async (db, userId) => [
    exportedJson('tickets.json', '您提交的问题与收到的回复', await listTicketsOfUser(db, userId, TICKETS_MAX)),
  ],
  eraseOf: deleteTicketsOf,
};
