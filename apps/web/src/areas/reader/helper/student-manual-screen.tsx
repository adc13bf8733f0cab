/** `/helper/student-manual`: the manual for readers. */
import { studentManual } from '../../../platform/messages/zh-cn/manuals/student-manual.ts';
import { ManualPage } from './manual-page.tsx';

export const Component = () => <ManualPage manual={studentManual} />;
