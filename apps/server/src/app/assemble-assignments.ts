/** The dependencies of the assignment slice. */
import { CodedError } from '@shufang/contract';
import type { AssignmentDependencies } from '../features/assignment/assignment-dependencies.ts';
import { attachmentOf } from '../features/files/file-name.ts';
import { sendFile } from '../features/files/send-file.ts';
import { flowScores } from '../features/gradebook/flow-scores.ts';
import { topicOfAttempts } from '../features/sync/topics.ts';
import type { Platform } from './open-platform.ts';
import { operatorNameOf } from './operator-name.ts';
import { deriveKey } from './secrets.ts';

export const assembleAssignments = ({
  db,
  clock,
  events,
  secret,
  objects,
  typesetter,
  config,
}: Pick<Platform, 'db' | 'clock' | 'events' | 'secret' | 'objects' | 'typesetter' | 'config'>): AssignmentDependencies => ({
  db,
  clock,
  typesetter,
  findOperatorName: operatorNameOf({ db, clock, config }),
  scoresChanged: (tx, assignmentId, userIds) => flowScores(tx, assignmentId, userIds, clock.now()),
  sendFile: (request, reply, file) =>
    sendFile(
      objects,
      request,
      reply,
      file,
      { 'content-disposition': attachmentOf(file.name), 'cache-control': 'private, no-cache' },
      () => {
        throw new CodedError('file.notFound');
      },
    ),
  receiptKey: deriveKey(secret, 'attempt-receipts'),
  notifyAttempts: async (userIds) => {
    for (const userId of new Set(userIds)) await events.publish(topicOfAttempts(userId), {});
  },
});
