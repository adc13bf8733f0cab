/** Names of the kinds of assignments, and their times. */
import type { AssignmentKind } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const moment = chineseDates({ month: 'numeric', day: 'numeric', weekday: 'short', hour: '2-digit', minute: '2-digit', hour12: false });

export const assignmentKinds: Readonly<Record<AssignmentKind, string>> = {
  quiz: '测验',
  exam: '考试',
  external: '登记成绩',
  upload: '交文件',
  reading: '阅读',
  annotation: '批注',
  discussion: '讨论',
};

/** Returns a time as `11月30日周一 23:59`. */
export const assignmentTime = (ms: number): string => moment.format(ms);
