/** The choice itself is tested in set-time-recording.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('getTimeRecording', 'every user');
