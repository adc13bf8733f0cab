/** The dependencies of the classroom slice. */
import { isIP } from 'node:net';
import { networkOfAddress } from '../features/account/budgets.ts';
import { putClassNetwork } from '../features/classroom/class-network-store.ts';
import { createClassroomChanges } from '../features/classroom/classroom-changes.ts';
import type { ClassroomDependencies } from '../features/classroom/classroom-dependencies.ts';
import { CLASSROOM_LIMITS } from '../features/classroom/limits.ts';
import { topicOfClassroom } from '../features/sync/topics.ts';
import { listClassTeacherIds, listClassUserIds } from '../features/teaching/class-students.ts';
import type { Platform } from './open-platform.ts';
import { deriveKey } from './secrets.ts';

export const assembleClassroom = ({
  db,
  clock,
  events,
  secret,
  limiter,
  log,
  institutionNetworks,
}: Pick<Platform, 'db' | 'clock' | 'events' | 'secret' | 'limiter' | 'log' | 'institutionNetworks'>): ClassroomDependencies => ({
  db,
  clock,
  limiter,
  codeKey: deriveKey(secret, 'attendance-codes'),
  changes: createClassroomChanges({
    listTeacherIds: (classId) => listClassTeacherIds(db.orm, classId),
    listUserIds: (classId) => listClassUserIds(db.orm, classId),
    publish: (userId) => events.publish(topicOfClassroom(userId), {}),
    log,
  }),
  raiseLimitsOf: async (address) => {
    if (isIP(address) === 0) return;
    const now = clock.now();
    await putClassNetwork(db.orm, networkOfAddress(address), now + CLASSROOM_LIMITS.classNetworkMs, now);
    await institutionNetworks.refresh();
  },
});
