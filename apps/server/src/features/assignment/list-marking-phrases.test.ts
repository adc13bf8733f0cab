/** What a teacher gets is tested in save-marking-phrases.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('listMarkingPhrases', ['teacher', 'admin']);
