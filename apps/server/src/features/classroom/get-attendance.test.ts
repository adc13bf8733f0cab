/** The results themselves are tested in check-in.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('getAttendance', 'every user');
