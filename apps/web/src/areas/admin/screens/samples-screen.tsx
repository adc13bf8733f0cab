/** `/admin/samples`: samples that teachers ask for. */
import { samplesText } from '../../../platform/messages/zh-cn/samples.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminSamples } from '../sample/admin-samples.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminSamples} lead={samplesText.admin.lead}>
    <AdminSamples />
  </AdminPage>
);
