/** Tests who may call the operation, and that a repeated call takes effect once; exam-session.test.ts tests what it does. */
import { testAccess } from '../../../testing/test-access.ts';

testAccess('getExamNews', ['reader', 'teacher', 'author', 'expert']);
