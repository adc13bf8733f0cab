/** `/admin/royalty-books`: books whose royalty rates finance enters. */
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { RoyaltyBooks } from '../royalty/royalty-books.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.adminRoyaltyBooks} lead={royaltyText.books.lead}>
    <RoyaltyBooks />
  </AdminPage>
);
