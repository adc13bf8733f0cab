/** What a book costs and how long the right lasts, for editors. */
import { type DeskBook, setBookPrice } from '@shufang/contract';
import { RecordCard } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import styles from './desk-books.module.css';
import { PriceForm, type TypedPrice } from './price-form.tsx';
import { type Term, termOfDays } from './term.ts';

const text = deskCatalogueText.book;

const termText = ({ kind, count }: Term): string =>
  kind === 'perpetual' ? text.forGood : kind === 'months' ? text.months(count) : text.days(count);

const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;
const minute = chineseDates({ dateStyle: 'long', timeStyle: 'short' });
const dayText = (at: number | undefined): string | undefined => (at === undefined ? undefined : minute.format(at));

const standingOf = ({ accessModel, priceFen, termDays, saleFrom, saleTo, renewalFen }: DeskBook): string => {
  if (accessModel === 'free') return text.free;
  if (accessModel !== 'paid') return text.notSoldHint;
  const more = [renewalFen === undefined ? '' : text.renewalNow(yuan(renewalFen)), text.saleOf(dayText(saleFrom), dayText(saleTo))];
  return [text.priceNow(yuan(priceFen), termText(termOfDays(termDays))), ...more].filter((part) => part !== '').join('；');
};

export const DeskBookPrice = ({ book }: { book: DeskBook }) => {
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: (price: TypedPrice) => call(setBookPrice, { bookId: book.bookId, ...price }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  });
  return (
    <RecordCard title={text.priceTitle}>
      <p className={styles.hint}>{standingOf(book)}</p>
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
