/** What a planned chapter is labeled with in the table of contents and in lists. */
import type { PlannedChapter } from '@shufang/contract';
import { classPlanText as text } from '../../platform/messages/zh-cn/class-plan.ts';

/** Returns the label of a planned chapter; undefined if there is nothing to do, or nothing more to say than that it is planned. */
export const planLabel = ({ plan: { isRequired, opensAt, dueAt }, isDone }: PlannedChapter, now: number): string | undefined => {
  if (isDone) return undefined;
  if (opensAt !== undefined && opensAt > now) return text.opens(opensAt);
  if (dueAt !== undefined) return dueAt < now ? text.overdue(dueAt) : text.due(dueAt);
  return isRequired ? text.required : undefined;
};

/** Returns the chapters that wait for the user: planned, begun, not read, required or with a due time. */
export const waitingChapters = (items: readonly PlannedChapter[], now: number): PlannedChapter[] =>
  items.filter(({ isDone, plan: { isRequired, opensAt = 0, dueAt } }) => !isDone && opensAt <= now && (isRequired || dueAt !== undefined));
