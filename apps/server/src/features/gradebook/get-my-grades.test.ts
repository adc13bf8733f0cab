/** What a student sees is tested in release-grades.test.ts and appeal-grade.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('getMyGrades', 'every user');
