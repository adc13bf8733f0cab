/** The boxes of a batch as a sheet of paper: of no use to who has no codes. */
import { getCodeBoxes } from '@shufang/contract';
import { buttonClass, EmptyState, Facts, LoadFailure, RecordsSkeleton } from '@shufang/ui';
import { IconPrinter } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError, isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import styles from './code-boxes.module.css';

const codeBoxesQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['commerce', 'batches', 'boxes', batchId],
    queryFn: ({ signal }) => call(getCodeBoxes, { batchId }, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });

const timeFormat = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

export const CodeBoxes = ({ batchId }: { batchId: string }) => {
  const { data, error, isError, refetch } = useQuery(codeBoxesQuery(batchId));
  if (isRefusal(error, 'commerce.batchNotFound', 'request.invalid')) {
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
    if (!isError) return <RecordsSkeleton label={deskText.loading} />;
    const trace = error instanceof ApiError && error.requestId !== undefined ? deskText.trace(error.requestId) : undefined;
    return (
      <LoadFailure
        text={deskText.failed(codesText.boxSheetWhat)}
        trace={trace}
        retryLabel={deskText.retry}
        onRetry={() => void refetch()}
      />
    );
  }
  const { batch, boxes } = data;
  const hasVoid = boxes.some((box) => box.void > 0);
  return (
    <div className={styles.sheet}>
      <div className={styles.print}>
        <button type="button" className={buttonClass()} aria-describedby="print-hint" onClick={() => print()}>
          <IconPrinter size={18} stroke={1.5} aria-hidden />
          {codesText.boxSheetPrint}
        </button>
        <Link to="/admin/codes" className={buttonClass('quiet')}>
          {codesText.boxSheetToList}
        </Link>
        <p id="print-hint" className={styles.hint}>
          {codesText.boxSheetPrintHint}
        </p>
      </div>
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
      {batch.state === 'exported' || batch.state === 'void' ? null : <p className={styles.hint}>{codesText.boxSheetNotYet}</p>}
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
