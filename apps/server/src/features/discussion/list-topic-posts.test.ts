/** The lists themselves are tested in publish-topic-post.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('listTopicPosts', 'every user');
