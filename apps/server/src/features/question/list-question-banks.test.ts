/** The list itself is tested in create-question-bank.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('listQuestionBanks', ['teacher', 'author']);
