/** Printable box list of a code batch: the range of serial numbers in each box. It contains no codes. */
import { getCodeBoxes } from '@shufang/contract';
import { IconPrinter } from '@shufang/icons';
import { buttonClass, Cluster, EmptyState, Facts, LoadFailure, RecordsSkeleton, Text } from '@shufang/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError, isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import styles from './code-boxes.module.css';

const codeBoxesQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['activation-code', 'batches', 'boxes', batchId],
    queryFn: ({ signal }) => call(getCodeBoxes, { batchId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

const timeFormat = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

export const CodeBoxes = ({ batchId }: { batchId: string }) => {
  const { data, error, isError, refetch } = useQuery(codeBoxesQuery(batchId));
  if (isRefusal(error, 'activationCode.batchNotFound', 'request.invalid')) {
    return (
      <EmptyState title={codesText.boxSheetUnknown}>
        <p>{codesText.boxSheetUnknownHint}</p>
        <Link to="/admin/codes" className={buttonClass('quiet')}>
          {codesText.boxSheetToList}
        </Link>
      </EmptyState>
    );
  }
  if (data === undefined) {
    if (!isError) return <RecordsSkeleton label={recordsText.loading} />;
    const trace = error instanceof ApiError && error.requestId !== undefined ? recordsText.trace(error.requestId) : undefined;
    return (
      <LoadFailure
        text={recordsText.failed(codesText.boxSheetWhat)}
        trace={trace}
        retryLabel={recordsText.retry}
        onRetry={() => void refetch()}
      />
    );
  }
  const { batch, boxes } = data;
  const hasVoid = boxes.some((box) => box.void > 0);
  return (
    <div className={styles.sheet}>
      <Cluster gap={12} align="center" marginBottom={20} className={styles.print}>
        <button type="button" className={buttonClass()} aria-describedby="print-hint" onClick={() => print()}>
          <IconPrinter size={18} stroke={1.5} aria-hidden />
          {codesText.boxSheetPrint}
        </button>
        <Link to="/admin/codes" className={buttonClass('quiet')}>
          {codesText.boxSheetToList}
        </Link>
        <Text id="print-hint" as="p" size={14} tone="soft">
          {codesText.boxSheetPrintHint}
        </Text>
      </Cluster>
      <Facts
        items={[
          [codesText.boxSheetBook, batch.bookTitle],
          ...(batch.printing === '' ? [] : [[codesText.boxSheetPrinting, batch.printing] as const]),
          [codesText.boxSheetBatch, batch.id],
          [codesText.count, codesText.total(batch.count, boxes.length)],
          [codesText.boxSize, String(batch.boxSize)],
          ...(batch.exportedAt === undefined ? [] : [[codesText.boxSheetMade, timeFormat.format(batch.exportedAt)] as const]),
        ]}
      />
      {batch.state === 'exported' || batch.state === 'void' ? null : (
        <Text as="p" size={14} tone="soft">
          {codesText.boxSheetNotYet}
        </Text>
      )}
      <table className={styles.boxes}>
        <caption className="visually-hidden">{codesText.boxSheetTitle}</caption>
        <thead>
          <tr>
            <th scope="col">{codesText.boxNo}</th>
            <th scope="col">{codesText.boxFrom}</th>
            <th scope="col">{codesText.boxTo}</th>
            <th scope="col">{codesText.boxCount}</th>
            {hasVoid ? <th scope="col">{codesText.boxVoid}</th> : null}
          </tr>
        </thead>
        <tbody>
          {boxes.map(({ box, from, to, void: gone }) => (
            <tr key={box}>
              <th scope="row">{box}</th>
              <td>{from}</td>
              <td>{to}</td>
              <td>{to - from + 1}</td>
              {hasVoid ? <td>{gone === 0 ? '' : gone}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
