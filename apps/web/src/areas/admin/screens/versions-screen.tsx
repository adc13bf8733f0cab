/** `/admin/versions`: app versions. */

import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminVersions } from '../release/admin-versions.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminVersions} lead={adminText.versions.lead}>
    <AdminVersions />
  </AdminPage>
);
