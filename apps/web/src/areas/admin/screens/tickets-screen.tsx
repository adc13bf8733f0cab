/** `/admin/tickets`: help tickets of readers. */
import { useMayAny } from '../../../features/account/for-operators.tsx';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminTickets } from '../help/admin-tickets.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => {
  const seesAccounts = useMayAny(['runPlatform']) === true;
  return (
    <AdminPage title={screenTitle.adminTickets} lead={adminText.tickets.lead}>
      <AdminTickets seesAccounts={seesAccounts} />
    </AdminPage>
  );
};
