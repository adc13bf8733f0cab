/** `/admin/books/:bookId`: one book, to be edited. */
import { buttonClass, EmptyState, LoadFailure, RecordsSkeleton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { DeskBookEditor } from '../../features/catalog/desk-book-editor.tsx';
import { DeskBookMaterials } from '../../features/catalog/desk-book-materials.tsx';
import { deskBookQuery } from '../../features/catalog/desk-books.tsx';
import { DeskVersionNotes } from '../../features/catalog/desk-version-notes.tsx';
import { isRefusal } from '../../platform/api/api-error.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { DeskPage } from './desk-page.tsx';

const Book = ({ bookId }: { bookId: string }) => {
  const { data, error, isError, refetch } = useQuery(deskBookQuery(bookId));
  if (data !== undefined) {
    return (
      <DeskBookEditor book={data}>
        <DeskBookMaterials bookId={bookId} />
        <DeskVersionNotes bookId={bookId} />
      </DeskBookEditor>
    );
  }
  if (isRefusal(error, 'catalog.bookNotFound', 'request.invalid')) {
    return (
      <EmptyState title={deskText.books.unknown}>
        <p>{deskText.books.unknownHint}</p>
      </EmptyState>
    );
  }
  if (!isError) return <RecordsSkeleton label={deskText.loading} />;
  const why = error.message === '' ? '' : `：${error.message}`;
  return <LoadFailure text={deskText.failed(deskText.books.what) + why} retryLabel={deskText.retry} onRetry={() => void refetch()} />;
};

export const Component = () => {
  const { bookId = '' } = useParams();
  return (
    <DeskPage
      title={deskText.books.editTitle}
      permissions={['publishBook']}
      actions={
        <Link to="/admin/books" className={buttonClass('quiet')}>
          {deskText.books.toList}
        </Link>
      }
    >
      <Book bookId={bookId} />
    </DeskPage>
  );
};
