/** The members that each caller sees are tested in get-class.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('listClassMembers', 'every user');
