/** Question banks and questions for tests. */
import type { BankQuestion, Question, QuestionBank, QuestionBankOwner } from '@shufang/contract';
import type { RequestBase } from './request-base.ts';
import type { TestUser } from './test-server.ts';

/** Returns a question with four options, of which B is right. */
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
        options: ['孔子', '孔子的弟子及再传弟子', '孟子', '荀子'].map((content, index) => ({
          id: 'ABCD'.charAt(index),
          content: [content],
        })),
        maximumChoices: 1,
        isShuffled: false,
      },
    },
  },
  key: {
    responses: { RESPONSE: { rule: 'choice', milli: 2000, correct: ['B'], incompleteMilli: 0 } },
    explanation: ['由弟子及再传弟子编成。'],
  },
});

/** Returns the input of `saveQuestion` for a new question. */
export const newQuestionIn = (bankId: string, more: object = {}): object => ({
  bankId,
  revision: 0,
  ...aChoice(),
  tags: ['论语'],
  knowledgePoints: ['先秦散文'],
  difficulty: 2,
  ...more,
});

export interface QuestionObjects {
  /** Creates a bank, by default one of the teacher's own. */
  readonly aBank: (teacher: TestUser, owner?: QuestionBankOwner) => Promise<QuestionBank>;
  /** Creates a question; `more` replaces fields of `newQuestionIn`. */
  readonly aQuestion: (teacher: TestUser, bankId: string, more?: object) => Promise<BankQuestion>;
}

export const questionObjects = ({ post }: Pick<RequestBase, 'post'>): QuestionObjects => ({
  aBank: (teacher, owner = { kind: 'teacher' }) => post<QuestionBank>('/api/question/bank/create', teacher, { name: '论语题库', owner }),
  aQuestion: (teacher, bankId, more) => post<BankQuestion>('/api/question/save', teacher, newQuestionIn(bankId, more)),
});
