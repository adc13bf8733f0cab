/** Personal data of the question slice: the banks that the user owns or created, and the questions that the user wrote. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteQuestionDataOf, readQuestionData } from './question-store.ts';

export const questionData: PersonalDataHolder = {
  slice: 'question',
  exportOf: async (db, userId) => [exportedJson('questions.json', '您的题库，以及您写的题目和答案', await readQuestionData(db, userId))],
  eraseOf: deleteQuestionDataOf,
};
