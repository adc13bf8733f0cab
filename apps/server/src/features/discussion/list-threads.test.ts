/** The lists themselves are tested in publish-thread.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('listThreads', 'every user');
