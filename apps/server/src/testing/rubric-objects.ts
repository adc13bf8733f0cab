/** Rubrics for tests. */
import type { Rubric } from '@shufang/contract';

/** Returns a rubric of ten points with two criteria: six, three or no points, and four, two or none. */
export const aRubric = (more: Partial<Rubric> = {}): Rubric => ({
  title: '论述题量规',
  isShown: true,
  criteria: [
    {
      id: 'view',
      title: '观点',
      levels: [
        { id: 'a', milli: 6000, description: '观点明确，紧扣题目' },
        { id: 'b', milli: 3000, description: '有观点，不够明确' },
        { id: 'c', milli: 0, description: '没有观点' },
      ],
    },
    {
      id: 'proof',
      title: '论据',
      levels: [
        { id: 'a', milli: 4000, description: '引用原文' },
        { id: 'b', milli: 2000, description: '有论据，没有出处' },
        { id: 'c', milli: 0, description: '没有论据' },
      ],
    },
  ],
  ...more,
});
