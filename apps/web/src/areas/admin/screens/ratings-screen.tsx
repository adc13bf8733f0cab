/** `/admin/ratings`: ratings of books, reported ones first. */
import { ratingsText } from '../../../platform/messages/zh-cn/readers-say.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminRatings } from '../catalog/admin-ratings.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminRatings} lead={ratingsText.adminLead}>
    <AdminRatings />
  </AdminPage>
);
