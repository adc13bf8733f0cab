/** What each caller gets is tested in set-assignment-column.test.ts and operations-by-caller.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('explainGrade', 'every user');
