/** The dependencies of the discussion slice: topics follow the rules of their assignments, which count what students write. */
import { followTopic, topicRefusalOf } from '../features/assignment/discussion-task.ts';
import type { DiscussionDependencies } from '../features/discussion/discussion-dependencies.ts';
import { flowScores } from '../features/gradebook/flow-scores.ts';
import type { Platform } from './open-platform.ts';

export const assembleDiscussion = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): DiscussionDependencies => ({
  db,
  clock,
  topicRefusal: (queryable, topicId, userId) => topicRefusalOf(queryable, topicId, userId, clock.now()),
  topicChanged: (tx, topicId, userIds) =>
    followTopic(
      { scoresChanged: (inner, assignmentId, changed) => flowScores(inner, assignmentId, changed, clock.now()) },
      tx,
      topicId,
      userIds,
      clock.now(),
    ),
});
