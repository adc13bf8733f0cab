/** `/admin/books`: all books. */
import { DeskBooks } from '../../features/catalog/desk-books.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={deskText.entries.books} lead={deskText.books.lead} permissions={['publishBook']}>
    <DeskBooks />
  </DeskPage>
);
