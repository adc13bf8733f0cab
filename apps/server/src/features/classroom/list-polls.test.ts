/** The results themselves are tested in cast-vote.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('listPolls', 'every user');
