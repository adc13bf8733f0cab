/** Texts of the lists of what waits for students and teachers, on the home page and in the user center. */
import type { TeachingWork, TeachingWorkKind, WaitingAssignment } from '@shufang/contract';
import { assignmentKinds, assignmentTime } from './assignment-names.ts';

const kinds: Readonly<Record<TeachingWorkKind, (count: number) => string>> = {
  marking: (count) => `${count} 题待批改`,
  joining: (count) => `${count} 人申请加入`,
  appeal: (count) => `${count} 个成绩申诉待答复`,
  question: (count) => `${count} 个提问待回答`,
};

const timeOf = ({ opensAt, dueAt, closesAt }: WaitingAssignment, now: number): string => {
  if (opensAt !== null) return `${assignmentTime(opensAt)} 开始`;
  if (dueAt !== null) return dueAt < now ? `${assignmentTime(dueAt)} 已截止，还可以交` : `${assignmentTime(dueAt)} 截止`;
  return closesAt === null ? '不限时间' : `${assignmentTime(closesAt)} 关闭`;
};

export const classWorkText = {
  assignments: '作业与考试',
  lineOf: (one: WaitingAssignment, now: number): string =>
    [one.className, assignmentKinds[one.kind], timeOf(one, now), one.isStarted ? '已经开始' : ''].filter((part) => part !== '').join(' · '),
  more: (count: number) => `还有 ${count} 项`,
  teaching: '教学待办',
  work: ({ kind, count, assignment }: TeachingWork): string =>
    assignment === undefined ? kinds[kind](count) : `${assignment.title}：${kinds[kind](count)}`,
} as const;
