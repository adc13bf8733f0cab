/** `/admin/collections/:id`: the editor of one collection; with the id `new`, it creates one. */
import { buttonClass, EmptyState, LoadFailure, RecordsSkeleton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { AdminBundlePrice } from '../catalog/admin-bundle-price.tsx';
import { collectionRecordsQuery } from '../catalog/admin-collections.tsx';
import { CollectionEditor } from '../catalog/collection-editor.tsx';
import { AdminPage } from './admin-page.tsx';

const text = adminCatalogText.collections;

const ToList = () => (
  <Link to="/admin/collections" className={buttonClass('quiet')}>
    {text.toList}
  </Link>
);

const ExistingCollection = ({ id, onRemoved }: { id: string; onRemoved: () => void }) => {
  const { data, isError, refetch } = useQuery(collectionRecordsQuery());
  if (data === undefined && isError)
    return <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />;
  if (data === undefined) return <RecordsSkeleton label={recordsText.loading} />;
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
      <CollectionEditor key={id} record={record} onSaved={() => undefined} onRemoved={onRemoved} />
      <AdminBundlePrice key={`${id} ${record.updatedAt}`} collectionId={id} />
    </>
  );
};

export const Component = () => {
  const { id = 'new' } = useParams();
  const navigate = useNavigate();
  const toList = (): void => void navigate('/admin/collections', { replace: true });
  return (
    <AdminPage title={id === 'new' ? text.createTitle : text.editTitle} actions={<ToList />}>
      {id === 'new' ? (
        <CollectionEditor
          key="new"
          onSaved={(record) => void navigate(`/admin/collections/${record.id}`, { replace: true })}
          onRemoved={toList}
        />
      ) : (
        <ExistingCollection id={id} onRemoved={toList} />
      )}
    </AdminPage>
  );
};
