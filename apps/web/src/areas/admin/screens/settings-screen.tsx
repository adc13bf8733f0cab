/** `/admin/settings`: the platform settings. */

import { settingsText as text } from '../../../platform/messages/zh-cn/settings.ts';
import { AdminSettings } from '../settings/admin-settings.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={text.title} lead={text.lead}>
    <AdminSettings />
  </AdminPage>
);
