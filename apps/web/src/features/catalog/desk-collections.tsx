/** Collections for editors: in their order, shown or hidden. */
import { arrangeCollections, type CollectionRecord, listCollectionRecords, saveCollection } from '@shufang/contract';
import { buttonClass, RecordList, SortableList, StateBadge } from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { useRecords } from '../../platform/records/use-records.ts';
import styles from './desk-collections.module.css';

const { collections: text, order: orderText } = deskCatalogueText;

export const collectionRecordsQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'desk-collections'],
    queryFn: ({ signal }) => call(listCollectionRecords, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

const Row = ({ record }: { record: CollectionRecord }) => {
  const queryClient = useQueryClient();
  const showing = useMutation({
    mutationFn: () => call(saveCollection, { id: record.id, visible: !record.visible }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  });
  const { title, visible } = record;
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <Link to={`/admin/collections/${record.id}`} className={styles.title}>
          {title}
        </Link>
        <p className={styles.facts}>
          {text.kinds[record.kind]} · {text.books(record.items.length)}
          {record.curator === '' ? '' : ` · ${record.curator}`}
        </p>
      </div>
      <StateBadge tone={visible ? 'good' : 'plain'}>{visible ? text.shown : text.hidden}</StateBadge>
      <div className={styles.verbs}>
        <Link to={`/admin/collections/${record.id}`} className={buttonClass('quiet')} aria-label={text.editOf(title)}>
          {deskText.edit}
        </Link>
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={visible ? text.hideOf(title) : text.showOf(title)}
          aria-disabled={showing.isPending}
          onClick={() => {
            if (!showing.isPending) showing.mutate();
          }}
        >
          {visible ? text.hide : text.show}
        </button>
      </div>
    </div>
  );
};

export const DeskCollections = ({ mayArrange }: { mayArrange: boolean }) => {
  const queryClient = useQueryClient();
  const records = useRecords(useQuery(collectionRecordsQuery()), deskText.failed(text.what));
  const arranging = useMutation({
    mutationFn: (order: readonly CollectionRecord[]) => {
      queryClient.setQueryData(collectionRecordsQuery().queryKey, { items: [...order] });
      return call(arrangeCollections, { ids: order.map(({ id }) => id) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  });
  return (
    <RecordList
      pages={records}
      empty={{
        title: text.none,
        children: (
          <>
            <p>{text.noneHint}</p>
            <Link to="/admin/collections/new" className={buttonClass()}>
              {text.create}
            </Link>
          </>
        ),
      }}
    >
      {(rows) =>
        mayArrange ? (
          <SortableList
            label={text.orderTitle}
            rows={rows}
            keyOf={({ id }) => id}
            words={{
              hint: orderText.hint,
              handleOf: ({ title }) => orderText.handleOf(`《${title}》`),
              movedTo: ({ title }, place, count) => orderText.movedTo(`《${title}》`, place, count),
            }}
            onOrder={arranging.mutate}
          >
            {(record) => <Row record={record} />}
          </SortableList>
        ) : (
          <ul aria-label={text.title} className={styles.plain}>
            {rows.map((record) => (
              <li key={record.id}>
                <Row record={record} />
              </li>
            ))}
          </ul>
        )
      }
    </RecordList>
  );
};
