/** What a teacher gets is tested in set-assignment-column.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('getAssignmentColumn', ['teacher', 'admin']);
