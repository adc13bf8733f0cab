/** `/admin/books/:bookId`: the editor of one book. */
import { buttonClass, EmptyState, LoadFailure, RecordsSkeleton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { AdminBookEditor } from '../catalog/admin-book-editor.tsx';
import { AdminBookMaterials } from '../catalog/admin-book-materials.tsx';
import { AdminBookScripts } from '../catalog/admin-book-scripts.tsx';
import { adminBookQuery } from '../catalog/admin-books.tsx';
import { AdminVersionNotes } from '../catalog/admin-version-notes.tsx';
import { AdminPage } from './admin-page.tsx';

const Book = ({ bookId }: { bookId: string }) => {
  const { data, error, isError, refetch } = useQuery(adminBookQuery(bookId));
  if (data !== undefined) {
    return (
      <AdminBookEditor
        book={data}
        materials={<AdminBookMaterials bookId={bookId} />}
        versions={
          <>
            <AdminVersionNotes bookId={bookId} />
            <AdminBookScripts bookId={bookId} />
          </>
        }
      />
    );
  }
  if (isRefusal(error, 'catalog.bookNotFound', 'request.invalid')) {
    return (
      <EmptyState title={adminText.books.unknown}>
        <p>{adminText.books.unknownHint}</p>
      </EmptyState>
    );
  }
  if (!isError) return <RecordsSkeleton label={recordsText.loading} />;
  const why = error.message === '' ? '' : `：${error.message}`;
  return (
    <LoadFailure text={recordsText.failed(adminText.books.what) + why} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
  );
};

export const Component = () => {
  const { bookId = '' } = useParams();
  return (
    <AdminPage
      title={adminText.books.editTitle}
      actions={
        <Link to="/admin/books" className={buttonClass('quiet')}>
          {adminText.books.toList}
        </Link>
      }
    >
      <Book bookId={bookId} />
    </AdminPage>
  );
};
