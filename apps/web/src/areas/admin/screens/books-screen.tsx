/** `/admin/books`: all books. */

import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminBooks } from '../catalog/admin-books.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminBooks} lead={adminText.books.lead}>
    <AdminBooks />
  </AdminPage>
);
