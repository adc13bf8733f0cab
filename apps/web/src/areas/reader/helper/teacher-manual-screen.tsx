/** `/helper/teacher-manual`: the manual for teachers. */
import { teacherManual } from '../../../platform/messages/zh-cn/manuals/teacher-manual.ts';
import { ManualPage } from './manual-page.tsx';

export const Component = () => <ManualPage manual={teacherManual} />;
