/** Publishes a quiz in a class, by the calls that the pages make. */
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

interface QuizOptions {
  /** Number of questions, all alike; 1 by default. */
  readonly questions?: number;
  /** How often it may be taken; null without a limit, 1 by default. */
  readonly attempts?: number | null;
}

/** Publishes a quiz as a teacher of the class. Returns its id. */
export const publishAssignment = async (
  asTeacher: Caller,
  classId: string,
  { questions = 1, attempts = 1 }: QuizOptions = {},
): Promise<string> => {
  const form = { ...SETTINGS, policy: { ...SETTINGS.policy, attempts } };
  const { id, rev } = await asTeacher(createAssignment, { ...form, classId, kind: 'quiz' });
  const ready = await asTeacher(updateAssignment, { ...form, id, rev, questions: Array.from({ length: questions }, () => QUESTION) });
  await asTeacher(setAssignmentStatus, { id, rev: ready.rev, status: 'published' });
  return id;
};
