/** Personal data of the assignment slice: attempts, answers with their scores, and overrides. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteAssignmentDataOf, readAssignmentData } from './attempt-store.ts';

export const assignmentData: PersonalDataHolder = {
  slice: 'assignment',
  exportOf: async (db, userId) => [exportedJson('assignments.json', '您的作业、测验和考试的作答', await readAssignmentData(db, userId))],
  eraseOf: deleteAssignmentDataOf,
};
