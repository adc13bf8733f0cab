/** `/admin/royalty-books/:bookId`: the royalty rates and receipts of one book. */
import { buttonClass } from '@shufang/ui';
import { Link, useParams } from 'react-router';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { BookRoyalties } from '../royalty/book-royalties.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => {
  const { bookId = '' } = useParams();
  return (
    <AdminPage
      title={screenTitle.adminRoyaltyBook}
      actions={
        <Link to="/admin/royalty-books" className={buttonClass('quiet')}>
          {royaltyText.books.back}
        </Link>
      }
    >
      <BookRoyalties bookId={bookId} />
    </AdminPage>
  );
};
