/** `/admin/users`: accounts and their roles. */

import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminUsers } from '../account/admin-users.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminUsers} lead={adminText.users.lead}>
    <AdminUsers />
  </AdminPage>
);
