/** The roster itself is tested in import-class-roster.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('listClassRoster', ['teacher', 'admin']);
