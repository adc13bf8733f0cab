/** Personal data of the classroom slice: the attendance of the user, and votes. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteAttendanceOf, readAttendanceOf } from './attendance-store.ts';
import { deleteVotesOf, readVotesOf } from './poll-store.ts';

export const classroomData: PersonalDataHolder = {
  slice: 'classroom',
  exportOf: async (db, userId) => [
    exportedJson('classroom.json', '您的出勤记录和课堂投票', {
      attendance: await readAttendanceOf(db, userId),
      votes: await readVotesOf(db, userId),
    }),
  ],
  eraseOf: async (tx, userId) => {
    await deleteAttendanceOf(tx, userId);
    await deleteVotesOf(tx, userId);
  },
};
