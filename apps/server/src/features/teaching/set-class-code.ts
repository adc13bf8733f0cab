/** Switches the join code of a class on or off, or replaces it. Throws `class.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { mayEdit } from './class-access.ts';
import { changeTaughtClass } from './class-view.ts';
import { drawClassCode } from './create-class.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const setClassCode: UseCase<'setClassCode', TeachingDependencies> = async (deps, caller, { id, isOn, isNew }) => {
  const payload = await changeTaughtClass(
    deps,
    caller,
    id,
    (_, { code }) => ({ isCodeOn: isOn, code: isNew ? drawClassCode() : code }),
    mayEdit,
  );
  return { payload, say: isNew ? '加课码已更换，旧的不能再用' : isOn ? '加课码已启用' : '加课码已停用' };
};
