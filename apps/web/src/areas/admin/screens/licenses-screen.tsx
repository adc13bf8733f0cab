/** `/admin/licenses`: licenses of institutions. */
import { useMayAny } from '../../../features/account/for-operators.tsx';
import { BookPicker } from '../../../features/activation-code/book-picker.tsx';
import { licensesText } from '../../../platform/messages/zh-cn/licenses.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminLicenses } from '../license/admin-licenses.tsx';
import { AdminPage } from './admin-page.tsx';

const Licenses = () => <AdminLicenses bookPicker={BookPicker} mayManage={useMayAny(['manageLicense']) === true} />;

export const Component = () => (
  <AdminPage title={screenTitle.adminLicenses} lead={licensesText.lead}>
    <Licenses />
  </AdminPage>
);
