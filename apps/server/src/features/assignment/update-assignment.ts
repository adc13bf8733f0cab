/** Changes an assignment; running attempts get their new deadline at once. Throws `assignment.notFound`, `assignment.changed`, … */
import { findQuestionProblems, scoreQuestion } from '@shufang/assessment';
import { CodedError, type Question, type QuestionKey } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockTaughtAssignment, requireTaughtAssignment, viewAssignment } from './assignment-view.ts';
import { moveDeadlines } from './move-deadlines.ts';
import { type CallerAssignment, putAssignment, putQuestions } from './store.ts';

const possibleMilliOf = (key: QuestionKey): number => scoreQuestion(key, {}).possibleMilli;

/** Returns whether students can answer a question on the page: files cannot be handed in. */
const isAnswerable = ({ view }: Question): boolean => Object.values(view.interactions).every(({ type }) => type !== 'upload');

type NewQuestions = NonNullable<UseCaseInput<'updateAssignment'>['questions']>;

/** Replaces the questions of a draft. Returns their number and points. Throws `assignment.published`, `assignment.questionBroken`. */
const replaceQuestions = async (
  tx: Transaction,
  { id, status }: CallerAssignment,
  questions: NewQuestions,
): Promise<Pick<CallerAssignment, 'questions' | 'possibleMilli'>> => {
  if (status !== 'draft') throw new CodedError('assignment.published');
  for (const [index, question] of questions.entries())
    if (findQuestionProblems(question).length > 0 || !isAnswerable(question))
      throw new CodedError('assignment.questionBroken', { no: index + 1 });
  const rows = questions.map(({ view, key }, index) => ({ id: `q${index + 1}`, view, key, possibleMilli: possibleMilliOf(key) }));
  await putQuestions(tx, id, rows);
  return { questions: rows.length, possibleMilli: rows.reduce((sum, { possibleMilli }) => sum + possibleMilli, 0) };
};

export const updateAssignment: UseCase<'updateAssignment', AssignmentDependencies> = async (
  { db, clock, notifyAttempts },
  { reader },
  input,
) => {
  const { id, rev, questions, ...form } = input;
  const moved = await db.transaction(async (tx) => {
    const found = await lockTaughtAssignment(tx, reader.userId, id);
    if (found.rev !== rev) throw new CodedError('assignment.changed');
    const counts = questions === undefined ? {} : await replaceQuestions(tx, found, questions);
    const next = { ...found, ...form, ...counts };
    await putAssignment(tx, { ...next, closedAt: null });
    return found.status === 'published' ? moveDeadlines(tx, next) : [];
  });
  await notifyAttempts(moved);
  const changed = await requireTaughtAssignment(db.orm, reader.userId, id);
  return { payload: await viewAssignment(db.orm, reader.userId, changed, clock.now()), say: '已保存' };
};
