/** Discussion assignments: what students have written in the topic is their work, which follows them until the discussion is closed. */
import { RNG_VERSION } from '@shufang/assessment';
import { type DiscussionProgress, type DiscussionTask, type HandedPost, type HandedWork, newId } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { listContributions } from '../discussion/assignment-topics.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { isTeachers } from './assignment-view.ts';
import { addAnswers, listAnswers, listAttemptsOf, lockAttempt, putScores, putStartedAttempt } from './attempt-store.ts';
import { drawSeed } from './draw-seed.ts';
import { finishWork, hashOfWork, putHandedWork } from './handed-work-store.ts';
import { digestOfAnswers } from './receipt.ts';
import { refusalFor } from './require-startable.ts';
import { findAssignmentFor } from './store.ts';
import { TASK_QUESTION, TASK_RESPONSE } from './task-question.ts';

type DiscussionWork = Extract<HandedWork, { kind: 'discussion' }>;

/** Returns how far the posts of a student meet a task. */
export const progressOfPosts = ({ postsMin, repliesMin }: DiscussionTask, posts: readonly HandedPost[]): DiscussionProgress => {
  const replies = posts.filter(({ replyTo }) => replyTo !== undefined).length;
  const own = posts.length - replies;
  return { posts: own, replies, isMet: own >= postsMin && replies >= repliesMin };
};

/** Returns when the task was met, or else when the student wrote last; undefined without a post. */
const finishedAtOf = (task: DiscussionTask, posts: readonly HandedPost[]): number | undefined => {
  const met = posts.findIndex((_, index) => progressOfPosts(task, posts.slice(0, index + 1)).isMet);
  return posts.at(met)?.at;
};

/** Returns the work of students in a topic by their ids; those without a post have none. */
export const findDiscussionWork = async (
  db: Queryable,
  topicId: string,
  userIds: readonly string[],
): Promise<Map<string, DiscussionWork>> => {
  const written = Map.groupBy(await listContributions(db, topicId, userIds), ({ userId }) => userId);
  return new Map(
    [...written].map(([userId, posts]) => [
      userId,
      {
        kind: 'discussion',
        posts: posts.map(({ id, body, at, parentBody }) => ({ id, body, at, ...(parentBody === null ? {} : { replyTo: parentBody }) })),
      },
    ]),
  );
};

/** Returns why a student cannot write in the topic of an assignment now; undefined if the student can. */
export const topicRefusalOf = async (
  db: Queryable,
  topicId: string,
  userId: string,
  now: number,
): Promise<'notOpen' | 'closed' | undefined> => {
  const one = await findAssignmentFor(db, userId, topicId);
  if (one === undefined || one.status === 'draft') return 'notOpen';
  const refusal = refusalFor({ ...one, policy: { ...one.policy, attempts: null } }, 0, now);
  return refusal === 'noAttemptLeft' ? 'closed' : refusal;
};

/**
 * Stores the work of a student whose posts have changed, while the discussion is open for the student. The one attempt is handed in when the
 * task is first met, or else with the last post, so that a post on time is never late. The transaction has locked the topic.
 */
const storeWork = async (tx: Transaction, topicId: string, userId: string, now: number): Promise<boolean> => {
  const one = await findAssignmentFor(tx, userId, topicId);
  if (one?.task?.kind !== 'discussion' || isTeachers(one.access) || (await topicRefusalOf(tx, topicId, userId, now)) !== undefined)
    return false;
  const work = (await findDiscussionWork(tx, topicId, [userId])).get(userId) ?? { kind: 'discussion' as const, posts: [] };
  const [before] = await listAttemptsOf(tx, [topicId], userId);
  if (before === undefined && work.posts.length === 0) return false;
  const attempt =
    before ??
    (await putStartedAttempt(tx, {
      id: newId(now),
      assignmentId: topicId,
      userId,
      no: 1,
      seed: drawSeed(),
      rngVersion: RNG_VERSION,
      startedAt: work.posts[0]?.at ?? now,
      deadlineAt: null,
    }));
  if (attempt === undefined) throw new Error(`attempt of topic ${topicId} was started outside of its lock`);
  await lockAttempt(tx, attempt.id);
  const seq = (await listAnswers(tx, attempt.id)).length + 1;
  const response = { [TASK_RESPONSE]: [hashOfWork(work)] };
  await addAnswers(tx, attempt.id, [
    { questionId: TASK_QUESTION, seq, response, deviceId: 'server', clientAt: now, serverAt: now, isAfterEnd: false },
  ]);
  await putHandedWork(tx, attempt.id, work, now);
  if (before === undefined) await putScores(tx, attempt.id, [{ questionId: TASK_QUESTION, verdict: 'unscored', earnedMilli: null }]);
  await finishWork(tx, attempt.id, {
    finishedAt: finishedAtOf(one.task, work.posts) ?? attempt.finishedAt ?? now,
    events: seq,
    digest: digestOfAnswers(await listAnswers(tx, attempt.id)),
    isFirst: before === undefined,
  });
  return true;
};

/** Stores the work of students whose posts in the topic of an assignment have changed. */
export const followTopic = async (
  { scoresChanged }: Pick<AssignmentDependencies, 'scoresChanged'>,
  tx: Transaction,
  topicId: string,
  userIds: readonly string[],
  now: number,
): Promise<void> => {
  const changed: string[] = [];
  for (const userId of userIds) if (await storeWork(tx, topicId, userId, now)) changed.push(userId);
  if (changed.length > 0) await scoresChanged(tx, topicId, changed);
};
