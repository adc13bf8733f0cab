/** `/helper/teacher-manual`: how to use the product in class and for preparing it. */
import { teacherManual } from '../../platform/messages/zh-cn/manuals/teacher-manual.ts';
import { ManualPage } from './manual-page.tsx';

export const Component = () => <ManualPage manual={teacherManual} />;
