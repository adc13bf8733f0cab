import { operation } from '../../wire/operation.ts';
import { readingPlan } from './reading-plan.ts';

/** Stores the caller's reading goal, and whether reminders and weekly summaries are wanted. */
export const setReadingPlan = operation({
  name: 'setReadingPlan',
  method: 'POST',
  path: '/api/stat/plan/set',
  summary: '设置我的阅读目标',
  permission: 'ownAccount',
  input: readingPlan,
  output: readingPlan,
});
