/** The lists themselves are tested in get-class.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('listClasses', 'every user');
