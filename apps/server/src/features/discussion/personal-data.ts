/** Personal data of the discussion slice: the user's questions, shared passages, posts of topics and replies. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { deleteDiscussionOf, readDiscussionOf } from './store.ts';
import { deleteTopicPostsOf, readTopicPostsOf } from './topic-store.ts';

export const discussionData: PersonalDataHolder = {
  slice: 'discussion',
  exportOf: async (db, userId) => [
    exportedJson('discussion.json', '您在班级里的提问、分享、讨论和回复', {
      ...(await readDiscussionOf(db, userId)),
      posts: await readTopicPostsOf(db, userId),
    }),
  ],
  eraseOf: async (tx, userId) => {
    await deleteTopicPostsOf(tx, userId);
    await deleteDiscussionOf(tx, userId);
  },
};
