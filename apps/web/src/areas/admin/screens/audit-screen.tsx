/** `/admin/audit`: the audit log. */

import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AuditList } from '../audit/audit-list.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminAudit} lead={adminText.audit.lead}>
    <AuditList />
  </AdminPage>
);
