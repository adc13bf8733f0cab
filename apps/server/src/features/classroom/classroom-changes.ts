/** Notifies devices that attendance or polls of a class have changed. Many votes within a moment are one event. */
import type { Logger } from '../../platform/logger.ts';
import { CLASSROOM_LIMITS } from './limits.ts';

export interface ClassroomChanges {
  /** Notifies the devices of the teachers, a moment later, that students have voted or checked in. */
  countChanged(classId: string): void;
  /** Notifies the devices of everyone in the class that attendance or a poll has begun, changed or ended. */
  stateChanged(classId: string): Promise<void>;
}

export interface ClassroomChangesDependencies {
  readonly listTeacherIds: (classId: string) => Promise<readonly string[]>;
  readonly listUserIds: (classId: string) => Promise<readonly string[]>;
  readonly publish: (userId: string) => Promise<void>;
  readonly log: Pick<Logger, 'warn'>;
}

export const createClassroomChanges = ({ listTeacherIds, listUserIds, publish, log }: ClassroomChangesDependencies): ClassroomChanges => {
  const waiting = new Set<string>();
  const publishTo = async (userIds: readonly string[]): Promise<void> => {
    for (const userId of userIds) await publish(userId);
  };
  return {
    countChanged(classId) {
      if (waiting.has(classId)) return;
      waiting.add(classId);
      setTimeout(() => {
        waiting.delete(classId);
        listTeacherIds(classId)
          .then(publishTo)
          .catch((error: unknown) => log.warn({ err: error, classId }, 'the teachers of a class were not notified of a change'));
      }, CLASSROOM_LIMITS.classroomEventMs).unref();
    },
    stateChanged: async (classId) => publishTo(await listUserIds(classId)),
  };
};
