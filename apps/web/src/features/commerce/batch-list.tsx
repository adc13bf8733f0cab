/** Batches of codes, each with its history and with what this person may do about it. */
import { type CodeBatchView, decideCodeBatch, opensBook } from '@shufang/contract';
import { buttonClass, RecordList } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { ExportBatchDialog, RejectBatchDialog, VoidCodesDialog } from './batch-dialogs.tsx';
import styles from './commerce.module.css';
import { batchesQuery } from './queries.ts';

const dialogs = { reject: RejectBatchDialog, export: ExportBatchDialog, void: VoidCodesDialog } as const;
type DialogName = keyof typeof dialogs;

const dateFormat = chineseDates({ dateStyle: 'medium' });
const timeFormat = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

interface BatchItemProps {
  readonly batch: CodeBatchView;
  /** The person may approve, export and make void. */
  readonly manages: boolean;
  readonly isBusy: boolean;
  readonly onApprove: () => void;
  readonly onAsk: (dialog: DialogName) => void;
}

const BoxSheet = ({ batch }: { batch: CodeBatchView }) => (
  <Link to={`/admin/codes/${batch.id}/boxes`} className={styles.textButton} aria-label={codesText.boxSheetOf(batch.bookTitle)}>
    {codesText.boxSheet}
  </Link>
);

const Verbs = ({ batch, manages, isBusy, onApprove, onAsk }: BatchItemProps) => {
  const hasBoxes = batch.state === 'approved' || batch.state === 'exported';
  if (!manages) return hasBoxes ? <BoxSheet batch={batch} /> : null;
  if (batch.state === 'requested') {
    if (batch.mine) return <p className={styles.faint}>{codesText.own}</p>;
    return (
      <div className={styles.actions}>
        <button type="button" className={buttonClass()} disabled={isBusy} onClick={onApprove}>
          {codesText.approve}
        </button>
        <button type="button" className={buttonClass('quiet')} onClick={() => onAsk('reject')}>
          {codesText.reject}
        </button>
      </div>
    );
  }
  if (!hasBoxes) return null;
  return (
    <div className={styles.actions}>
      {batch.state === 'approved' ? (
        <button type="button" className={buttonClass()} onClick={() => onAsk('export')}>
          {codesText.export}
        </button>
      ) : null}
      <button type="button" className={buttonClass('quiet')} onClick={() => onAsk('void')}>
        {codesText.void}
      </button>
      <BoxSheet batch={batch} />
    </div>
  );
};

const BatchItem = (props: BatchItemProps) => {
  const { batch } = props;
  return (
    <li className={styles.batch}>
      <div className={styles.batchHead}>
        <span className={styles.badge} data-state={batch.state}>
          {codesText.batchStates[batch.state]}
        </span>
        <h3 className={styles.batchTitle}>{batch.bookTitle}</h3>
        {batch.printing === '' ? null : <span className={styles.faint}>{batch.printing}</span>}
      </div>
      <p className={styles.facts}>
        <span>{codesText.purposes[batch.purpose]}</span>
        <span>{codesText.batchFacts(batch.count, batch.boxSize)}</span>
        <span>{opensBook(batch.purpose) ? codesText.termOf(batch.termDays) : codesText.authenticates}</span>
        <span>
          {/* The end is exclusive. */}
          {codesText.validity(
            dateFormat.format(batch.validFrom),
            batch.validUntil === undefined ? undefined : dateFormat.format(batch.validUntil - 1),
          )}
        </span>
        {opensBook(batch.purpose) ? <span>{codesText.rebindOf(batch.rebindLimit)}</span> : null}
      </p>
      {batch.state === 'requested' || batch.state === 'rejected' ? null : <p className={styles.facts}>{codesText.usage(batch.codes)}</p>}
      <p className={styles.history}>
        <span>{codesText.requestedBy(batch.requestedBy, timeFormat.format(batch.createdAt))}</span>
        {batch.decidedAt === undefined ? null : <span>{codesText.decidedBy(batch.decidedBy, timeFormat.format(batch.decidedAt))}</span>}
        {batch.exportedAt === undefined ? null : (
          <span>{codesText.exportedBy(batch.exportedBy || batch.requestedBy, timeFormat.format(batch.exportedAt))}</span>
        )}
      </p>
      {batch.answer === '' ? null : <p className={styles.answer}>{codesText.answered(batch.answer)}</p>}
      <Verbs {...props} />
    </li>
  );
};

export const BatchList = ({ manages }: { manages: boolean }) => {
  const queryClient = useQueryClient();
  const pages = useRecordPages(useInfiniteQuery(batchesQuery()), codesText.failed);
  const [asked, setAsked] = useState<{ batch: CodeBatchView; dialog: DialogName }>();
  const approving = useMutation({
    mutationFn: (batchId: string) => call(decideCodeBatch, { batchId, approve: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['commerce', 'batches'] }),
  });
  const Dialog = asked && dialogs[asked.dialog];
  return (
    <>
      <RecordList pages={pages} empty={{ title: codesText.noBatches, children: <p>{codesText.noBatchesHint}</p> }}>
        {(batches) => (
          <ul className={styles.batches}>
            {batches.map((batch) => (
              <BatchItem
                key={batch.id}
                batch={batch}
                manages={manages}
                isBusy={approving.isPending}
                onApprove={() => approving.mutate(batch.id)}
                onAsk={(dialog) => setAsked({ batch, dialog })}
              />
            ))}
          </ul>
        )}
      </RecordList>
      {asked === undefined || Dialog === undefined ? null : <Dialog batch={asked.batch} onClose={() => setAsked(undefined)} />}
    </>
  );
};
