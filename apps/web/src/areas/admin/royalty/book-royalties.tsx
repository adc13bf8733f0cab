/** The royalty rates of the contributors of a book, and the receipts that do not come from orders. */
import type { getBookRoyalties, OutputOf, RoyaltyRate, RoyaltyReceipt } from '@shufang/contract';
import { buttonClass, EmptyState, LoadFailure, type RecordColumn, RecordsSkeleton, RecordTable, Section, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { bookRoyaltiesQuery } from '../../../features/royalty/queries.ts';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { RateDialog, ReceiptDialog, RemoveRateDialog } from './rate-dialogs.tsx';

const text = royaltyText.books;

type Found = OutputOf<typeof getBookRoyalties>;

type Opened = { readonly kind: 'add' | 'receipt' } | { readonly kind: 'edit' | 'remove'; readonly rate: RoyaltyRate };

const nameOf = ({ payees }: Found, userId: string): string => {
  const payee = payees.find((one) => one.userId === userId);
  if (payee === undefined) return royaltyText.gone;
  return payee.isContributor ? payee.name : `${payee.name}${text.formerContributor}`;
};

const rateColumns = (found: Found, onOpen: (opened: Opened) => void): readonly RecordColumn<RoyaltyRate>[] => [
  { name: text.rateColumns.name, kind: 'head', render: ({ userId }) => nameOf(found, userId) },
  { name: text.rateColumns.rate, kind: 'figure', render: ({ rateBp }) => royaltyText.percent(rateBp) },
  { name: text.rateColumns.from, render: ({ validFrom }) => validFrom },
  { name: text.rateColumns.until, render: ({ validUntil }) => validUntil ?? text.openEnded },
  {
    name: recordsText.actions,
    kind: 'actions',
    render: (rate) => {
      const isSettled = found.settledUntil !== undefined && rate.validFrom <= found.settledUntil;
      return (
        <>
          <button
            type="button"
            className={buttonClass('quiet')}
            aria-label={text.editRateOf(nameOf(found, rate.userId), rate.validFrom)}
            onClick={() => onOpen({ kind: 'edit', rate })}
          >
            {text.editRate}
          </button>
          {isSettled ? null : (
            <button
              type="button"
              className={buttonClass('quietDanger')}
              aria-label={text.removeRateOf(nameOf(found, rate.userId), rate.validFrom)}
              onClick={() => onOpen({ kind: 'remove', rate })}
            >
              {text.removeRate}
            </button>
          )}
        </>
      );
    },
  },
];

const receiptColumns: readonly RecordColumn<RoyaltyReceipt>[] = [
  { name: text.receiptColumns.source, kind: 'head', render: ({ source, label }) => `${royaltyText.sources[source]}：${label}` },
  { name: text.receiptColumns.at, render: ({ receivedOn }) => receivedOn },
  { name: text.receiptColumns.fen, kind: 'figure', render: ({ fen }) => royaltyText.yuan(fen) },
  { name: text.receiptColumns.share, kind: 'figure', render: ({ shareFen }) => royaltyText.yuan(shareFen) },
  { name: text.receiptColumns.note, render: ({ note }) => note },
];

const Rates = ({ found, onOpen }: { found: Found; onOpen: (opened: Opened) => void }) => (
  <Section title={text.rates}>
    <Stack gap={12}>
      <Text as="p" tone="soft">
        {text.ratesHint}
      </Text>
      {found.settledUntil === undefined ? null : <p>{text.settledUntil(found.settledUntil)}</p>}
      {found.withoutAccount.length === 0 ? null : (
        <Text as="p" tone="soft">
          {text.withoutAccount(found.withoutAccount)}
        </Text>
      )}
      {found.payees.length === 0 ? null : (
        <p>
          <button type="button" className={buttonClass()} onClick={() => onOpen({ kind: 'add' })}>
            {text.addRate}
          </button>
        </p>
      )}
      {found.rates.length === 0 ? (
        <EmptyState title={text.noRates}>
          <p>{text.noRatesHint}</p>
        </EmptyState>
      ) : (
        <RecordTable caption={text.rates} columns={rateColumns(found, onOpen)} rows={found.rates} keyOf={({ id }) => id} />
      )}
    </Stack>
  </Section>
);

const Receipts = ({ found, onOpen }: { found: Found; onOpen: (opened: Opened) => void }) => (
  <Section title={text.receipts}>
    <Stack gap={12}>
      <Text as="p" tone="soft">
        {found.sources.length === 0 ? text.noSources : text.receiptsHint}
      </Text>
      {found.sources.length === 0 ? null : (
        <p>
          <button type="button" className={buttonClass()} onClick={() => onOpen({ kind: 'receipt' })}>
            {text.addReceipt}
          </button>
        </p>
      )}
      {found.receipts.length === 0 ? (
        <EmptyState title={text.noReceipts}>
          <p>{text.noReceiptsHint}</p>
        </EmptyState>
      ) : (
        <RecordTable caption={text.receipts} columns={receiptColumns} rows={found.receipts} keyOf={({ id }) => id} />
      )}
    </Stack>
  </Section>
);

export const BookRoyalties = ({ bookId }: { bookId: string }) => {
  const { data, error, isError, refetch } = useQuery(bookRoyaltiesQuery(bookId));
  const [opened, setOpened] = useState<Opened>();
  if (data === undefined) {
    if (!isError) return <RecordsSkeleton label={recordsText.loading} />;
    if (isRefusal(error, 'catalog.bookNotFound'))
      return (
        <EmptyState title={text.notFound}>
          <Link to="/admin/royalty-books" className={buttonClass('quiet')}>
            {text.back}
          </Link>
        </EmptyState>
      );
    return <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />;
  }
  const close = (): void => setOpened(undefined);
  return (
    <Stack gap={24}>
      <h2>{data.title}</h2>
      <Rates found={data} onOpen={setOpened} />
      <Receipts found={data} onOpen={setOpened} />
      {opened?.kind === 'add' ? <RateDialog bookId={bookId} payees={data.payees} onClose={close} /> : null}
      {opened?.kind === 'edit' ? <RateDialog bookId={bookId} payees={data.payees} rate={opened.rate} onClose={close} /> : null}
      {opened?.kind === 'remove' ? <RemoveRateDialog bookId={bookId} rate={opened.rate} onClose={close} /> : null}
      {opened?.kind === 'receipt' ? <ReceiptDialog sources={data.sources} onClose={close} /> : null}
    </Stack>
  );
};
