/** What a teacher gets is tested in regrade-question.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('listScoreHistory', ['teacher', 'admin']);
