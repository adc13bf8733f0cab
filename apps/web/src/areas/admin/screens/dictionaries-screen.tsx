/** `/admin/dictionaries`: dictionaries in which readers look up words. */
import { adminDictionariesText } from '../../../platform/messages/zh-cn/admin-dictionaries.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminDictionaries } from '../dictionary/admin-dictionaries.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminDictionaries} lead={adminDictionariesText.lead}>
    <AdminDictionaries />
  </AdminPage>
);
