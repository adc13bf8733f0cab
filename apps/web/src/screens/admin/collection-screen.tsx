/** `/admin/collections/:id`: one collection, to be edited; `new`: one that is not there yet. */
import { buttonClass, EmptyState, LoadFailure, RecordsSkeleton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { CollectionEditor } from '../../features/catalog/collection-editor.tsx';
import { DeskBundlePrice } from '../../features/catalog/desk-bundle-price.tsx';
import { collectionRecordsQuery } from '../../features/catalog/desk-collections.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { DeskPage } from './desk-page.tsx';

const text = deskCatalogueText.collections;

const ToList = () => (
  <Link to="/admin/collections" className={buttonClass('quiet')}>
    {text.toList}
  </Link>
);

const Known = ({ id, onGone }: { id: string; onGone: () => void }) => {
  const { data, isError, refetch } = useQuery(collectionRecordsQuery());
  if (data === undefined && isError)
    return <LoadFailure text={deskText.failed(text.what)} retryLabel={deskText.retry} onRetry={() => void refetch()} />;
  if (data === undefined) return <RecordsSkeleton label={deskText.loading} />;
  const record = data.items.find((one) => one.id === id);
  if (record === undefined) {
    return (
      <EmptyState title={text.gone}>
        <ToList />
      </EmptyState>
    );
  }
  return (
    <>
      <CollectionEditor key={id} record={record} onSaved={() => undefined} onGone={onGone} />
      <DeskBundlePrice key={`${id} ${record.updatedAt}`} collectionId={id} />
    </>
  );
};

export const Component = () => {
  const { id = 'new' } = useParams();
  const navigate = useNavigate();
  const toList = (): void => void navigate('/admin/collections', { replace: true });
  return (
    <DeskPage title={id === 'new' ? text.createTitle : text.editTitle} permissions={['curate']} actions={<ToList />}>
      {id === 'new' ? (
        <CollectionEditor
          key="new"
          onSaved={(record) => void navigate(`/admin/collections/${record.id}`, { replace: true })}
          onGone={toList}
        />
      ) : (
        <Known id={id} onGone={toList} />
      )}
    </DeskPage>
  );
};
