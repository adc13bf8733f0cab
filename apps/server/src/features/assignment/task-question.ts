/** The question of an assignment with a task: its response is what a student hands in, and a person scores it. */
import { type Assignment, type AssignmentTask, CodedError, type Interaction } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { hasPaper } from './assignment-view.ts';
import { type CallerAssignment, putQuestions } from './store.ts';

/** Id of the one question of a task, and of its interaction. */
export const TASK_QUESTION = 'q1';
export const TASK_RESPONSE = 'RESPONSE';

/**
 * Returns the task of a form; null for kinds without one. Throws `request.invalid` for a kind whose task or points are missing, or a task of
 * another kind.
 */
export const taskOfForm = (
  kind: Assignment['kind'],
  { task, totalMilli }: { readonly task?: AssignmentTask | undefined; readonly totalMilli?: number | undefined },
): AssignmentTask | null => {
  if (hasPaper(kind)) return null;
  if (totalMilli === undefined) throw new CodedError('request.invalid', { reason: '请填写满分' });
  if (kind === 'external') return null;
  if (task?.kind !== kind) throw new CodedError('request.invalid', { reason: '请填写要做什么' });
  return task;
};

/** Returns how students respond: with files, or with the hash of the work that they hand in from elsewhere. */
const interactionOf = (task: Exclude<AssignmentTask, { kind: 'reading' }>): Interaction =>
  task.kind === 'upload' ? { type: 'upload', accepts: task.accepts, filesMax: task.filesMax } : { type: 'extendedText' };

/** Stores the question of the task of an assignment that is published, if students hand something in. Returns the number of questions. */
export const freezeTask = async (
  tx: Transaction,
  { id, task, possibleMilli }: Pick<CallerAssignment, 'id' | 'task' | 'possibleMilli'>,
): Promise<{ readonly questions: number }> => {
  if (task === null || task.kind === 'reading') return { questions: 0 };
  const question = {
    id: TASK_QUESTION,
    view: {
      id: 'task',
      title: '',
      body: [{ name: 'slot' as const, attributes: { interaction: TASK_RESPONSE } }],
      interactions: { [TASK_RESPONSE]: interactionOf(task) },
    },
    key: { responses: { [TASK_RESPONSE]: { rule: 'manual' as const, milli: possibleMilli } }, explanation: [] },
    possibleMilli,
    sourceId: null,
    versionId: null,
  };
  await putQuestions(tx, id, [question]);
  return { questions: 1 };
};
