/** Assignments and attempts for tests of the assignment slice. */
import type { Assignment, AttemptReceipt, ClassGroup, PaperSection, Question, QuestionBank, RunningAttempt } from '@shufang/contract';
import type { RequestBase } from './request-base.ts';
import type { TestUser } from './test-server.ts';

/** Returns a question with one right option of three, worth two points; the first option is right. */
export const aChoice = (text = '《论语》的编者是谁？'): Question => ({
  view: {
    id: 'item',
    title: '',
    body: [
      { name: 'p', children: [text] },
      { name: 'slot', attributes: { interaction: 'RESPONSE' } },
    ],
    interactions: {
      RESPONSE: {
        type: 'choice',
        options: ['孔子弟子', '孟子', '荀子'].map((name, index) => ({ id: `O${index + 1}`, content: [name] })),
        maximumChoices: 1,
        isShuffled: true,
      },
    },
  },
  key: {
    responses: { RESPONSE: { rule: 'choice', milli: 2000, correct: ['O1'], incompleteMilli: 0 } },
    explanation: ['由弟子及再传弟子编成'],
  },
});

/** Returns a question that a person scores, worth ten points. */
export const anEssay = (text = '谈谈您对“学而时习之”的理解。'): Question => ({
  view: {
    id: 'item',
    title: '',
    body: [
      { name: 'p', children: [text] },
      { name: 'slot', attributes: { interaction: 'RESPONSE' } },
    ],
    interactions: { RESPONSE: { type: 'extendedText' } },
  },
  key: { responses: { RESPONSE: { rule: 'manual', milli: 10_000 } }, explanation: [] },
});

/** Returns what a teacher enters for an assignment without limits whose results are shown at once. */
export const assignmentFields = (policy: Partial<Assignment['policy']> = {}) => ({
  title: '第一次测验',
  instructions: '独立完成',
  policy: {
    openAt: null,
    dueAt: null,
    closeAt: null,
    timeLimitSeconds: null,
    attempts: 1,
    graceSeconds: 0,
    countedAttempt: 'best' as const,
    late: null,
    ...policy,
  },
  release: { score: 'handedIn' as const, answers: 'handedIn' as const, explanation: 'handedIn' as const },
  isShuffled: true,
});

export interface AssignmentOptions {
  readonly kind?: Assignment['kind'];
  readonly policy?: Partial<Assignment['policy']>;
  readonly release?: Partial<Assignment['release']>;
  readonly questions?: readonly Question[];
  /** Further fields of the form, such as the task of an assignment without a paper. */
  readonly more?: object;
}

/** Returns a section of a paper with these questions of a bank, each with its own points. */
export const aSection = (bankId: string, questionIds: readonly string[], more: Partial<PaperSection> = {}): PaperSection => ({
  id: 'section1',
  title: '',
  instructions: '',
  milliEach: null,
  keepsOrder: false,
  slots: questionIds.map((questionId, index) => ({ kind: 'question', id: `slot${index + 1}`, bankId, questionId, milli: null })),
  ...more,
});

/** Returns a question as an import stores it. */
export const anImported = (question: Question, more: object = {}) => ({
  ...question,
  tags: [],
  knowledgePoints: [],
  origin: { format: 'gift', fileName: '', line: 1, source: '' },
  ...more,
});

export interface AssignmentObjects {
  /** Creates a draft with questions in a class of this teacher: two choices and an essay unless others are given. */
  readonly aDraft: (teacher: TestUser, group: Pick<ClassGroup, 'id'>, options?: AssignmentOptions) => Promise<Assignment>;
  /** The same, published. */
  readonly aPublished: (teacher: TestUser, group: Pick<ClassGroup, 'id'>, options?: AssignmentOptions) => Promise<Assignment>;
  readonly start: (student: TestUser, assignment: Pick<Assignment, 'id'>) => Promise<RunningAttempt>;
  readonly submit: (student: TestUser, attemptId: string, answers?: readonly object[]) => Promise<AttemptReceipt>;
}

export const ANSWER_DEVICE = 'device0001';

/** Returns an answer to a question as a device sends it. */
export const anAnswer = (questionId: string, value: string, seq = 1) => ({
  questionId,
  seq,
  response: { RESPONSE: [value] },
  clientAt: 1_800_000_000_000 + seq,
});

export const assignmentObjects = ({ post }: Pick<RequestBase, 'post'>): AssignmentObjects => {
  const aDraft: AssignmentObjects['aDraft'] = async (teacher, group, options = {}) => {
    const fields = assignmentFields(options.policy);
    const form = { ...fields, release: { ...fields.release, ...options.release }, ...options.more };
    const created = await post<Assignment>('/api/assignment/create', teacher, { ...form, classId: group.id, kind: options.kind ?? 'quiz' });
    const { id, rev } = created;
    const questions = options.questions ?? [aChoice(), aChoice('“仁”出现最多的一篇是？'), anEssay()];
    if (questions.length === 0) return created;
    const bank = await post<QuestionBank>('/api/question/bank/create', teacher, { name: '题库', owner: { kind: 'teacher' } });
    const items = questions.map((question) => anImported(question));
    const { ids } = await post<{ ids: string[] }>('/api/question/import', teacher, { bankId: bank.id, items });
    const sections = [aSection(bank.id, ids)];
    return post<Assignment>('/api/assignment/paper/save', teacher, { assignmentId: id, rev, sections, blueprint: [] });
  };
  return {
    aDraft,
    aPublished: async (teacher, group, options) => {
      const { id, rev } = await aDraft(teacher, group, options);
      return post<Assignment>('/api/assignment/status', teacher, { id, rev, status: 'published' });
    },
    start: (student, { id }) => post<RunningAttempt>('/api/assignment/start', student, { assignmentId: id }),
    submit: async (student, attemptId, answers = []) =>
      (
        await post<{ receipt: AttemptReceipt }>('/api/assignment/submit', student, {
          attemptId,
          deviceId: ANSWER_DEVICE,
          answers,
        })
      ).receipt,
  };
};
