/** Personal data of the gradebook slice: the released results of the user, their changes, and the appeals. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteGradesOf, readGradeData } from './store.ts';

export const gradebookData: PersonalDataHolder = {
  slice: 'gradebook',
  exportOf: async (db, userId) => [exportedJson('grades.json', '您的成绩、更改记录和申诉', await readGradeData(db, userId))],
  eraseOf: deleteGradesOf,
};
