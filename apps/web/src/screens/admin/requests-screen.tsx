/** `/admin/requests`: who wants to be a verified teacher or an author. */
import { ReviewList } from '../../features/application/review-list.tsx';
import { applicationText } from '../../platform/messages/zh-cn/application.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={deskText.entries.applications} lead={applicationText.reviewLead} permissions={['approveApplication']} isWhole>
    <ReviewList />
  </DeskPage>
);
