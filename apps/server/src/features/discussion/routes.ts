/** Registers the operations of the class layer and of topics. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { acceptReply } from './accept-reply.ts';
import { deletePost } from './delete-post.ts';
import { deleteTopicPost } from './delete-topic-post.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import { hidePost } from './hide-post.ts';
import { hideTopicPost } from './hide-topic-post.ts';
import { listThreads } from './list-threads.ts';
import { listTopicPosts } from './list-topic-posts.ts';
import { publishThread } from './publish-thread.ts';
import { publishTopicPost } from './publish-topic-post.ts';
import { replyToThread } from './reply-to-thread.ts';

export const registerDiscussionRoutes = (router: Router, dependencies: DiscussionDependencies): void =>
  register(router, dependencies, {
    publishThread,
    listThreads,
    replyToThread,
    acceptReply,
    hidePost,
    deletePost,
    listTopicPosts,
    publishTopicPost,
    hideTopicPost,
    deleteTopicPost,
  });
