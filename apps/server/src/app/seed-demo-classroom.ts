/** Attendance and polls of the demo class: two lessons, a poll in two rounds, and one that has not begun. */
import { type AttendanceState, newId } from '@shufang/contract';
import { insertAttendance, putRecords } from '../features/classroom/attendance-store.ts';
import { insertPoll, putPollState, putVote } from '../features/classroom/poll-store.ts';
import type { Platform } from './open-platform.ts';

const DAY_MS = 86_400_000;
const LESSON_MS = 45 * 60_000;
const LESSONS = ['第一次上机', '第二次上机'];
const POLL = {
  question: 'for i in range(1, 10): print(i) 会打印几行？',
  options: ['8 行', '9 行', '10 行', '报错'],
  correct: 1,
} as const;
const DRAFT = { question: '这一节的进度怎么样？', options: ['太快', '合适', '太慢'] } as const;

/** Returns what a student was in a lesson: most were there. */
const stateOf = (student: number, lesson: number): AttendanceState => {
  const kinds = { 4: 'late', 11: 'sick', 17: 'leave', 23: 'absent', 26: 'madeUp' } as const;
  return kinds[((student * 7 + lesson * 11) % 30) as keyof typeof kinds] ?? 'present';
};

/** Returns the option for which a student votes: after the discussion most are right. */
const choiceOf = (student: number, round: 1 | 2): number => (round === 1 ? [1, 2, 2, 1, 0] : [1, 1, 1, 1, 2])[student % 5] ?? 0;

/** Fills the tab 互动 of a class; call it once for a new class. */
export const seedDemoClassroom = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { classId, studentIds }: { classId: string; studentIds: readonly string[] },
): Promise<void> => {
  const now = clock.now();
  await db.transaction(async (tx) => {
    for (const [lesson, title] of LESSONS.entries()) {
      const openedAt = now - (LESSONS.length - lesson) * 7 * DAY_MS;
      const id = newId(openedAt);
      const closedAt = openedAt + LESSON_MS;
      await insertAttendance(tx, { id, classId, title, method: 'code', lateAfterMinutes: 10, openedAt, closedAt });
      for (const [student, userId] of studentIds.entries())
        await putRecords(tx, { attendanceId: id, userIds: [userId], state: stateOf(student, lesson), note: '', at: openedAt });
    }
    const askedAt = now - DAY_MS;
    const pollId = newId(askedAt);
    await insertPoll(tx, { id: pollId, classId, ...POLL, state: 'draft', rounds: 0, createdAt: askedAt });
    for (const round of [1, 2] as const) {
      await putPollState(tx, pollId, round === 1 ? 'first' : 'second', round);
      for (const [student, userId] of studentIds.entries())
        await putVote(tx, { pollId, userId, round, choice: choiceOf(student, round), at: askedAt });
    }
    await putPollState(tx, pollId, 'closed', 2);
    await insertPoll(tx, { id: newId(now), classId, ...DRAFT, correct: null, state: 'draft', rounds: 0, createdAt: now });
  });
};
