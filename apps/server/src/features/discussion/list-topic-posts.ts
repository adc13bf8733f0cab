/** Lists the posts of a topic with their replies. Throws `topic.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { mayEdit, seesStudents } from '../teaching/class-access.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import { isVisible, viewPost } from './thread-view.ts';
import { refusalOf, requireTopic } from './topic-access.ts';
import { findTopic, listPostsOfTopic } from './topic-store.ts';

export const listTopicPosts: UseCase<'listTopicPosts', DiscussionDependencies> = async (deps, { reader: { userId } }, { topicId }) => {
  const db = deps.db.orm;
  const { topic, viewer } = await requireTopic(db, userId, await findTopic(db, topicId));
  const refusal = await refusalOf(deps, db, topic, viewer);
  const posts = (await listPostsOfTopic(db, topicId)).filter((post) => isVisible(viewer, post));
  const replies = Map.groupBy(posts, ({ parentId }) => parentId);
  return {
    topic: {
      ...topic,
      ...(refusal === undefined ? {} : { refusal }),
      isTeacher: seesStudents(viewer.access),
      mayModerate: mayEdit(viewer.access),
    },
    items: (replies.get(null) ?? []).map((post) => ({
      ...viewPost(viewer, post),
      replies: (replies.get(post.id) ?? []).map((reply) => viewPost(viewer, reply)),
    })),
  };
};
