/** `/admin/errata`: errata reported by readers. */
import { errataText } from '../../../platform/messages/zh-cn/readers-say.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminErrata } from '../errata/admin-errata.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminErrata} lead={errataText.adminLead}>
    <AdminErrata />
  </AdminPage>
);
