/** Admin form for the price of a book and the duration of the right that a purchase grants. */
import { type AdminBook, setBookPrice } from '@shufang/contract';
import { RecordCard, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { PriceForm, type TypedPrice } from './price-form.tsx';
import { type Term, termOfDays } from './term.ts';

const text = adminCatalogText.book;

const termText = ({ kind, count }: Term): string =>
  kind === 'perpetual' ? text.forGood : kind === 'months' ? text.months(count) : text.days(count);

const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;
const minute = chineseDates({ dateStyle: 'long', timeStyle: 'short' });
const dayText = (at: number | undefined): string | undefined => (at === undefined ? undefined : minute.format(at));

const summaryOf = ({ accessModel, priceFen, termDays, saleFrom, saleTo, renewalFen }: AdminBook): string => {
  if (accessModel === 'free') return text.free;
  if (accessModel !== 'paid') return text.notSoldHint;
  const more = [renewalFen === undefined ? '' : text.renewalNow(yuan(renewalFen)), text.saleOf(dayText(saleFrom), dayText(saleTo))];
  return [text.priceNow(yuan(priceFen), termText(termOfDays(termDays))), ...more].filter((part) => part !== '').join('；');
};

export const AdminBookPrice = ({ book }: { book: AdminBook }) => {
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: (price: TypedPrice) => call(setBookPrice, { bookId: book.bookId, ...price }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  });
  return (
    <RecordCard title={text.priceTitle}>
      <Text as="p" size={13} tone="faint" marginBottom={16}>
        {summaryOf(book)}
      </Text>
      <PriceForm
        priceFen={book.accessModel === 'paid' ? book.priceFen : undefined}
        termDays={book.termDays}
        saleFrom={book.saleFrom}
        saleTo={book.saleTo}
        renewal={{ priceFen: book.renewalFen }}
        hint={text.priceHint}
        isBusy={saving.isPending}
        onSave={(price) => saving.mutate(price)}
      />
    </RecordCard>
  );
};
