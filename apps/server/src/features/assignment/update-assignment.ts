/** Changes an assignment; running attempts get their new deadline at once. Throws `assignment.notFound`, `assignment.changed`, … */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { renameTopic } from '../discussion/assignment-topics.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockTaughtAssignment, requireTaughtAssignment, totalMilliOf, viewAssignment } from './assignment-view.ts';
import { moveDeadlines } from './move-deadlines.ts';
import { checkChapters, findTimesInClass } from './reading-task.ts';
import { putAssignment } from './store.ts';
import { taskOfForm } from './task-question.ts';

export const updateAssignment: UseCase<'updateAssignment', AssignmentDependencies> = async (
  { db, clock, notifyAttempts, scoresChanged },
  { reader },
  { id, rev, totalMilli, task, ...form },
) => {
  const moved = await db.transaction(async (tx) => {
    const found = await lockTaughtAssignment(tx, reader.userId, id);
    if (found.rev !== rev) throw new CodedError('assignment.changed');
    const possibleMilli = totalMilliOf({ kind: found.kind, totalMilli }) ?? found.possibleMilli;
    const sent = task === undefined ? found.task : taskOfForm(found.kind, { task, totalMilli: possibleMilli });
    const nextTask = await checkChapters(tx, (await findTimesInClass(tx, found.classId, [])).bookId, sent);
    const isOther = possibleMilli !== found.possibleMilli || JSON.stringify(nextTask) !== JSON.stringify(found.task);
    if (isOther && found.status !== 'draft') throw new CodedError('assignment.published');
    const next = { ...found, ...form, possibleMilli, task: nextTask };
    await putAssignment(tx, { ...next, closedAt: null });
    if (found.status === 'draft') return [];
    if (found.kind === 'discussion') await renameTopic(tx, id, form.title);
    const ids = found.status === 'published' ? await moveDeadlines(tx, next) : [];
    await scoresChanged(tx, id);
    return ids;
  });
  await notifyAttempts(moved);
  const changed = await requireTaughtAssignment(db.orm, reader.userId, id);
  return { payload: await viewAssignment(db.orm, reader.userId, changed, clock.now()), say: '已保存' };
};
