/** The times themselves are tested in report-block-time.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('getChapterTimes', 'every user');
