/** Tests which devices are notified of changes, and that many votes within a moment are one event. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClassroomChanges } from './classroom-changes.ts';
import { CLASSROOM_LIMITS } from './limits.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const opened = (fails = false) => {
  const notified: string[] = [];
  const warn = vi.fn();
  const changes = createClassroomChanges({
    listTeacherIds: async () => {
      if (fails) throw new Error('no database');
      return ['teacher'];
    },
    listUserIds: async () => ['teacher', 'student'],
    publish: async (userId) => void notified.push(userId),
    log: { warn },
  });
  return { notified, warn, changes };
};

test('300 votes within a moment reach the teacher as one event, and a later one as another', async () => {
  const { notified, changes } = opened();
  for (let vote = 0; vote < 300; vote += 1) changes.countChanged('class');
  await vi.advanceTimersByTimeAsync(CLASSROOM_LIMITS.classroomEventMs);
  expect(notified).toEqual(['teacher']);
  changes.countChanged('class');
  await vi.advanceTimersByTimeAsync(CLASSROOM_LIMITS.classroomEventMs);
  expect(notified).toEqual(['teacher', 'teacher']);
});

test('the beginning and the end of a round reach everyone in the class', async () => {
  const { notified, changes } = opened();
  await changes.stateChanged('class');
  expect(notified).toEqual(['teacher', 'student']);
});

test('a failure is logged, and the next change is notified again', async () => {
  const { warn, changes } = opened(true);
  changes.countChanged('class');
  await vi.advanceTimersByTimeAsync(CLASSROOM_LIMITS.classroomEventMs);
  changes.countChanged('class');
  await vi.advanceTimersByTimeAsync(CLASSROOM_LIMITS.classroomEventMs);
  expect(warn).toHaveBeenCalledTimes(2);
});
