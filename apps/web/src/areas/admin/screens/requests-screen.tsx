/** `/admin/requests`: applications of teachers and authors. */

import { applicationText } from '../../../platform/messages/zh-cn/application.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { ReviewList } from '../verification/review-list.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminRequests} lead={applicationText.reviewLead}>
    <ReviewList />
  </AdminPage>
);
