/** Ends, reopens or archives a class. Throws `class.notFound`, and `class.tooMany` for an archived one that no longer fits. */
import type { UseCase } from '../../platform/http/register.ts';
import { changeTaughtClass } from './class-view.ts';
import { requireRoomForClass } from './create-class.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

const messages = { active: '班级已重新开放', ended: '班级已结束', archived: '班级已归档' } as const;

export const setClassStatus: UseCase<'setClassStatus', TeachingDependencies> = async (deps, caller, { id, status }) => {
  const payload = await changeTaughtClass(deps, caller, id, async (tx, found) => {
    if (found.status === 'archived' && status !== 'archived') await requireRoomForClass(tx, caller.reader.userId);
    return { status };
  });
  return { payload, say: messages[status] };
};
