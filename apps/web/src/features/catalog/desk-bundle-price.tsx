/** What a collection costs as one, for its editors: beside it what its books cost one by one. */
import { getBundlePrice, setBundlePrice } from '@shufang/contract';
import { LoadFailure, RecordCard } from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import styles from './desk-books.module.css';
import { PriceForm, type TypedPrice } from './price-form.tsx';

const { bundle: text } = deskCatalogueText;
const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

const bundlePriceQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['catalog', 'desk', 'bundle-price', collectionId],
    queryFn: ({ signal }) => call(getBundlePrice, { collectionId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

export const DeskBundlePrice = ({ collectionId }: { collectionId: string }) => {
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery(bundlePriceQuery(collectionId));
  const saving = useMutation({
    mutationFn: (price: TypedPrice) => call(setBundlePrice, { collectionId, ...price }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['catalog', 'desk', 'bundle-price', collectionId] }),
  });
  if (data === undefined && isError)
    return <LoadFailure text={deskText.failed(text.what)} retryLabel={deskText.retry} onRetry={() => void refetch()} />;
  if (data === undefined) return <p role="status">{deskText.loading}</p>;
  return (
    <div className={styles.below}>
      <RecordCard title={text.title}>
        <p className={styles.hint}>
          {data.books < 2
            ? text.tooFew
            : text.standing(data.books, yuan(data.listFen), data.priceFen === undefined ? undefined : yuan(data.priceFen))}
        </p>
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
