/** The plan and the progress are tested in set-chapter-plan.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('getClassPlan', 'every user');
