/** A question with one correct option, O1. */
import type { Question } from '@shufang/contract';

export const QUESTION: Question = {
  view: {
    id: 'item',
    title: '',
    body: [
      { name: 'p', children: ['《论语》的编者是谁？'] },
      { name: 'slot', attributes: { interaction: 'RESPONSE' } },
    ],
    interactions: {
      RESPONSE: {
        type: 'choice',
        options: ['孔子弟子', '孟子'].map((name, index) => ({ id: `O${index + 1}`, content: [name] })),
        maximumChoices: 1,
        isShuffled: false,
      },
    },
  },
  key: { responses: { RESPONSE: { rule: 'choice', milli: 2000, correct: ['O1'], incompleteMilli: 0 } }, explanation: [] },
};
