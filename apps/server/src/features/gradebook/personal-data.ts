/** Personal data of the gradebook slice: the results of the user that are released, their changes, and the appeals. */
import type { Clock } from '../../platform/clock.ts';
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { findReleased } from './released-grades.ts';
import { deleteGradesOf, listClassesWithGradesOf, readGradeData } from './store.ts';

export const createGradebookData = ({ clock }: { readonly clock: Clock }): PersonalDataHolder => ({
  slice: 'gradebook',
  exportOf: async (db, userId) => {
    const columnIds: string[] = [];
    for (const classId of await listClassesWithGradesOf(db, userId)) {
      const { scheme } = await findReleased(db, classId, userId, clock.now());
      columnIds.push(...scheme.columns.flatMap(({ id, isReleased }) => (isReleased ? [id] : [])));
    }
    return [exportedJson('grades.json', '您的成绩、更改记录和申诉', await readGradeData(db, userId, columnIds))];
  },
  eraseOf: deleteGradesOf,
});
