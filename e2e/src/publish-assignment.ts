/** Publishes a quiz of one question in a class, by the calls that the pages make. */
import { type AssignmentForm, createAssignment, type Question, setAssignmentStatus, updateAssignment } from '@shufang/contract';
import type { Caller } from './users.ts';

const SETTINGS: AssignmentForm = {
  title: '第一单元测验',
  instructions: '独立完成',
  policy: {
    openAt: null,
    dueAt: null,
    closeAt: null,
    timeLimitSeconds: null,
    attempts: 1,
    graceSeconds: 0,
    countedAttempt: 'best',
    late: null,
  },
  release: { score: 'handedIn', answers: 'closed', explanation: 'closed' },
  isShuffled: false,
};

const QUESTION: Question = {
  view: {
    id: 'item',
    title: '',
    body: [
      { name: 'p', children: ['循环体执行几次？'] },
      { name: 'slot', attributes: { interaction: 'RESPONSE' } },
    ],
    interactions: {
      RESPONSE: {
        type: 'choice',
        options: [
          { id: 'O1', content: ['三次'] },
          { id: 'O2', content: ['两次'] },
        ],
        maximumChoices: 1,
        isShuffled: false,
      },
    },
  },
  key: { responses: { RESPONSE: { rule: 'choice', milli: 1000, correct: ['O1'], incompleteMilli: 0 } }, explanation: [] },
};

/** Publishes the quiz as a teacher of the class. Returns its id. */
export const publishAssignment = async (asTeacher: Caller, classId: string): Promise<string> => {
  const { id, rev } = await asTeacher(createAssignment, { ...SETTINGS, classId, kind: 'quiz' });
  const ready = await asTeacher(updateAssignment, { ...SETTINGS, id, rev, questions: [QUESTION] });
  await asTeacher(setAssignmentStatus, { id, rev: ready.rev, status: 'published' });
  return id;
};
