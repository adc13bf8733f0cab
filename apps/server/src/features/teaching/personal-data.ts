/** Personal data of the teaching slice: the classes that the user taught or joined, and the probation rights. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteTeachingDataOf, readTeachingData } from './store.ts';

export const teachingData: PersonalDataHolder = {
  slice: 'teaching',
  exportOf: async (db, userId) => [exportedJson('classes.json', '您任教和加入的班级，以及班级体验期', await readTeachingData(db, userId))],
  eraseOf: deleteTeachingDataOf,
};
