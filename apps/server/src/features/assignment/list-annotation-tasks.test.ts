/** What is listed is tested in hand-in-annotations.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('listAnnotationTasks', 'every user');
