/** The help slice's part of a person's data: their questions and what was answered. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteTicketsOf, listTicketsOfUser } from './store.ts';

/** More than anybody asks. */
const TICKETS_MAX = 100_000;

export const helpData: PersonalDataHolder = {
  slice: 'help',
  exportOf: async (db, userId) => [
    exportedJson('tickets.json', '您提交的问题与收到的回复', await listTicketsOfUser(db, userId, TICKETS_MAX)),
  ],
  eraseOf: deleteTicketsOf,
};
