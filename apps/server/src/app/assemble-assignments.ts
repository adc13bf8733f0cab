/** The dependencies of the assignment slice. */
import type { AssignmentDependencies } from '../features/assignment/assignment-dependencies.ts';
import { topicOfAttempts } from '../features/sync/topics.ts';
import type { Platform } from './open-platform.ts';
import { deriveKey } from './secrets.ts';

export const assembleAssignments = ({
  db,
  clock,
  events,
  secret,
}: Pick<Platform, 'db' | 'clock' | 'events' | 'secret'>): AssignmentDependencies => ({
  db,
  clock,
  receiptKey: deriveKey(secret, 'attempt-receipts'),
  notifyAttempts: async (userIds) => {
    for (const userId of new Set(userIds)) await events.publish(topicOfAttempts(userId), {});
  },
});
