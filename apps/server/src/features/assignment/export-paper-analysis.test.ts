/** The numbers of the workbook are tested in get-paper-analysis.test.ts. */
import { testAccess } from '../../testing/test-access.ts';

testAccess('exportPaperAnalysis', ['teacher', 'admin']);
