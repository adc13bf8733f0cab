/** `/admin/ratings`: what readers think of books, the reported first. */
import { DeskRatings } from '../../features/catalog/desk-ratings.tsx';
import { ratingsText } from '../../platform/messages/zh-cn/readers-say.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={ratingsText.deskTitle} lead={ratingsText.deskLead} permissions={['curate']}>
    <DeskRatings />
  </DeskPage>
);
