/** Publishes a quiz in a class, by the calls that the pages make. */
import {
  type AssignmentForm,
  createAssignment,
  createQuestionBank,
  importQuestions,
  type Question,
  savePaper,
  setAssignmentStatus,
} from '@shufang/contract';
import type { Caller } from './users.ts';

/** What a teacher enters for an assignment without limits. */
export const SETTINGS: AssignmentForm = {
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

const IMPORTED = { ...QUESTION, tags: [], knowledgePoints: [], origin: { format: 'gift', fileName: '', line: 1, source: '' } };

interface QuizOptions {
  /** Number of questions, all alike; 1 by default. */
  readonly questions?: number;
  /** How often it may be taken; null without a limit, 1 by default. */
  readonly attempts?: number | null;
}

/** Questions per call: the body of a request has a limited number of keys. */
const QUESTIONS_PER_IMPORT = 20;

/** Publishes a quiz as a teacher of the class. Returns its id. */
export const publishAssignment = async (
  asTeacher: Caller,
  classId: string,
  { questions = 1, attempts = 1 }: QuizOptions = {},
): Promise<string> => {
  const form = { ...SETTINGS, policy: { ...SETTINGS.policy, attempts } };
  const { id, rev } = await asTeacher(createAssignment, { ...form, classId, kind: 'quiz' });
  const { id: bankId } = await asTeacher(createQuestionBank, { name: '循环', owner: { kind: 'teacher' } });
  const questionIds: string[] = [];
  for (let from = 0; from < questions; from += QUESTIONS_PER_IMPORT) {
    const items = Array.from({ length: Math.min(QUESTIONS_PER_IMPORT, questions - from) }, () => IMPORTED);
    questionIds.push(...(await asTeacher(importQuestions, { bankId, items })).ids);
  }
  const slots = questionIds.map((questionId, index) => ({ kind: 'question' as const, id: `q${index}`, bankId, questionId, milli: null }));
  const sections = [{ id: 'all', title: '', instructions: '', milliEach: null, keepsOrder: false, slots }];
  const ready = await asTeacher(savePaper, { assignmentId: id, rev, sections, blueprint: [] });
  await asTeacher(setAssignmentStatus, { id, rev: ready.rev, status: 'published' });
  return id;
};
