/** Finds topics for the caller, and whether the caller may write in them. */
import { CodedError } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type ClassAccess, listClassAccess, requireClass, seesStudents } from '../teaching/class-access.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import type { Viewer } from './thread-view.ts';
import { findTopicPost, lockTopic, type StoredTopic, type StoredTopicPost } from './topic-store.ts';

/** Returns the topic with the caller's access to its class. Throws `topic.notFound` if there is none or the access does not suffice. */
export const requireTopic = async (
  db: Queryable,
  userId: string,
  found: StoredTopic | undefined,
  covers: (access: ClassAccess) => boolean = () => true,
): Promise<{ readonly topic: StoredTopic; readonly viewer: Viewer }> => {
  const access = found && (await listClassAccess(db, userId, [found.classId])).get(found.classId);
  if (found === undefined || access === undefined || !covers(access)) throw new CodedError('topic.notFound');
  return { topic: found, viewer: { userId, access } };
};

/** Locks the topic of a post, and returns both. Throws `topic.notFound`. */
export const lockTopicOfPost = async (
  tx: Transaction,
  userId: string,
  postId: string,
  covers: (access: ClassAccess, post: StoredTopicPost) => boolean,
): Promise<{ readonly topic: StoredTopic; readonly post: StoredTopicPost; readonly viewer: Viewer }> => {
  const before = await findTopicPost(tx, postId);
  if (before === undefined) throw new CodedError('topic.notFound');
  const found = await lockTopic(tx, before.topicId);
  // Another transaction may have deleted it before the topic was locked.
  const post = await findTopicPost(tx, postId);
  if (post === undefined) throw new CodedError('topic.notFound');
  return { ...(await requireTopic(tx, userId, found, (access) => covers(access, post))), post };
};

/** Returns why the caller cannot write in a topic now; undefined if the caller can. */
export const refusalOf = async (
  { topicRefusal }: Pick<DiscussionDependencies, 'topicRefusal'>,
  db: Queryable,
  topic: StoredTopic,
  { userId, access }: Viewer,
): Promise<'notOpen' | 'closed' | undefined> => {
  if ((await requireClass(db, userId, topic.classId)).status !== 'active') return 'closed';
  return seesStudents(access) ? undefined : topicRefusal(db, topic.id, userId);
};

/** Throws `topic.notOpen`, `topic.closed` if the caller cannot write in a topic now. */
export const requireWritable = async (
  deps: Pick<DiscussionDependencies, 'topicRefusal'>,
  tx: Transaction,
  topic: StoredTopic,
  viewer: Viewer,
): Promise<void> => {
  const refusal = await refusalOf(deps, tx, topic, viewer);
  if (refusal !== undefined) throw new CodedError(refusal === 'notOpen' ? 'topic.notOpen' : 'topic.closed');
};
