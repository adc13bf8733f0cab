/** Admin list of collections: their order and visibility. */
import { arrangeCollections, type CollectionRecord, listCollectionRecords, saveCollection } from '@shufang/contract';
import { Block, buttonClass, Cluster, Grid, RecordList, SortableList, StateBadge, Text } from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import styles from './admin-collections.module.css';

const { collections: text, order: orderText } = adminCatalogText;

export const collectionRecordsQuery = () =>
  queryOptions({
    queryKey: ['catalog', 'admin-collections'],
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
    <Grid gap={[8, 24]} align="center" className={styles.row}>
      <Block minWidth={0}>
        <Text to={`/admin/collections/${record.id}`} as={Link} tone="ink" weight={600} className={styles.title}>
          {title}
        </Text>
        <Text as="p" size={13} tone="faint">
          {text.kinds[record.kind]} · {text.books(record.items.length)}
          {record.curator === '' ? '' : ` · ${record.curator}`}
        </Text>
      </Block>
      <StateBadge tone={visible ? 'good' : 'plain'}>{visible ? text.shown : text.hidden}</StateBadge>
      <Cluster gap={8} className={styles.rowActions}>
        <Link to={`/admin/collections/${record.id}`} className={buttonClass('quiet')} aria-label={text.editOf(title)}>
          {adminText.edit}
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
      </Cluster>
    </Grid>
  );
};

export const AdminCollections = ({ mayArrange }: { mayArrange: boolean }) => {
  const queryClient = useQueryClient();
  const records = useRecordPages(useQuery(collectionRecordsQuery()), recordsText.failed(text.what));
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
            labels={{
              hint: orderText.hint,
              handleOf: ({ title }) => orderText.handleOf(`《${title}》`),
              movedTo: ({ title }, position, count) => orderText.movedTo(`《${title}》`, position, count),
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
