/** Admin form for the bundle price of a collection, next to the sum of the prices of its books. */
import { getBundlePrice, setBundlePrice } from '@shufang/contract';
import { LoadFailure, RecordCard, Text } from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import styles from './admin-books.module.css';
import { PriceForm, type TypedPrice } from './price-form.tsx';

const { bundle: text } = adminCatalogText;
const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

const bundlePriceQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['catalog', 'admin', 'bundle-price', collectionId],
    queryFn: ({ signal }) => call(getBundlePrice, { collectionId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

export const AdminBundlePrice = ({ collectionId }: { collectionId: string }) => {
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery(bundlePriceQuery(collectionId));
  const saving = useMutation({
    mutationFn: (price: TypedPrice) => call(setBundlePrice, { collectionId, ...price }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['catalog', 'admin', 'bundle-price', collectionId] }),
  });
  if (data === undefined && isError)
    return <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />;
  if (data === undefined) return <p role="status">{recordsText.loading}</p>;
  return (
    <div className={styles.below}>
      <RecordCard title={text.title}>
        <Text as="p" size={13} tone="faint" marginBottom={16}>
          {data.books < 2
            ? text.tooFew
            : text.priceState(data.books, yuan(data.listFen), data.priceFen === undefined ? undefined : yuan(data.priceFen))}
        </Text>
        {data.books < 2 && data.priceFen === undefined ? null : (
          <PriceForm
            key={`${data.priceFen} ${data.termDays} ${data.saleFrom} ${data.saleTo}`}
            priceFen={data.priceFen}
            termDays={data.termDays}
            saleFrom={data.saleFrom}
            saleTo={data.saleTo}
            hint={text.hint}
            isBusy={saving.isPending}
            onSave={(price) => saving.mutate(price)}
          />
        )}
      </RecordCard>
    </div>
  );
};
