/** List of code batches, each with its history and the actions available to the operator. */
import { type CodeBatchView, decideCodeBatch, opensBook } from '@shufang/contract';
import { buttonClass, Cluster, RecordList, Stack, Text } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import styles from '../../../features/activation-code/activation-code.module.css';
import { batchesQuery } from '../../../features/activation-code/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { ExportBatchDialog, RejectBatchDialog, VoidCodesDialog } from './batch-dialogs.tsx';

const dialogs = { reject: RejectBatchDialog, export: ExportBatchDialog, void: VoidCodesDialog } as const;
type DialogName = keyof typeof dialogs;

const dateFormat = chineseDates({ dateStyle: 'medium' });
const timeFormat = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

interface BatchItemProps {
  readonly batch: CodeBatchView;
  /** Whether the operator may approve batches, export their codes and void them. */
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

const BatchActions = ({ batch, manages, isBusy, onApprove, onAsk }: BatchItemProps) => {
  const hasBoxes = batch.state === 'approved' || batch.state === 'exported';
  if (!manages) return hasBoxes ? <BoxSheet batch={batch} /> : null;
  if (batch.state === 'requested') {
    if (batch.mine)
      return (
        <Text as="p" size={13} tone="faint">
          {codesText.own}
        </Text>
      );
    return (
      <Cluster gap={12} align="center" className={styles.actions}>
        <button type="button" className={buttonClass()} disabled={isBusy} onClick={onApprove}>
          {codesText.approve}
        </button>
        <button type="button" className={buttonClass('quiet')} onClick={() => onAsk('reject')}>
          {codesText.reject}
        </button>
      </Cluster>
    );
  }
  if (!hasBoxes) return null;
  return (
    <Cluster gap={12} align="center" className={styles.actions}>
      {batch.state === 'approved' ? (
        <button type="button" className={buttonClass()} onClick={() => onAsk('export')}>
          {codesText.export}
        </button>
      ) : null}
      <button type="button" className={buttonClass('quietDanger')} onClick={() => onAsk('void')}>
        {codesText.void}
      </button>
      <BoxSheet batch={batch} />
    </Cluster>
  );
};

const BatchItem = (props: BatchItemProps) => {
  const { batch } = props;
  return (
    <Stack as="li" gap={8} className={styles.batch}>
      <Cluster gap={[4, 16]} align="baseline">
        <Text size={13} tone="soft" className={styles.badge} data-state={batch.state}>
          {codesText.batchStates[batch.state]}
        </Text>
        <Text as="h3" size={17}>
          {batch.bookTitle}
        </Text>
        {batch.printing === '' ? null : (
          <Text size={13} tone="faint">
            {batch.printing}
          </Text>
        )}
      </Cluster>
      <Cluster as="p" size={14} tone="soft" tabular className={styles.facts}>
        <span>{codesText.purposes[batch.purpose]}</span>
        <span>{codesText.batchFacts(batch.count, batch.boxSize)}</span>
        <span>{opensBook(batch.purpose) ? codesText.termOf(batch.termDays) : codesText.authenticates}</span>
        <span>
          {/* The end of the batch's validity is exclusive, so the day shown as the last one is the day before. */}
          {codesText.validity(
            dateFormat.format(batch.validFrom),
            batch.validUntil === undefined ? undefined : dateFormat.format(batch.validUntil - 1),
          )}
        </span>
        {opensBook(batch.purpose) ? <span>{codesText.rebindOf(batch.rebindLimit)}</span> : null}
      </Cluster>
      {batch.state === 'requested' || batch.state === 'rejected' ? null : (
        <Cluster as="p" size={14} tone="soft" tabular className={styles.facts}>
          {codesText.usage(batch.codes)}
        </Cluster>
      )}
      <Cluster as="p" size={13} tone="faint" className={styles.history}>
        <span>{codesText.requestedBy(batch.requestedBy, timeFormat.format(batch.createdAt))}</span>
        {batch.decidedAt === undefined ? null : <span>{codesText.decidedBy(batch.decidedBy, timeFormat.format(batch.decidedAt))}</span>}
        {batch.exportedAt === undefined ? null : (
          <span>{codesText.exportedBy(batch.exportedBy || batch.requestedBy, timeFormat.format(batch.exportedAt))}</span>
        )}
      </Cluster>
      {batch.reply === '' ? null : (
        <Text as="p" size={14} tone="soft" className={styles.reply}>
          {codesText.explained(batch.reply)}
        </Text>
      )}
      <BatchActions {...props} />
    </Stack>
  );
};

export const BatchList = ({ manages }: { manages: boolean }) => {
  const queryClient = useQueryClient();
  const pages = useRecordPages(useInfiniteQuery(batchesQuery()), codesText.failed);
  const [asked, setAsked] = useState<{ batch: CodeBatchView; dialog: DialogName }>();
  const approving = useMutation({
    mutationFn: (batchId: string) => call(decideCodeBatch, { batchId, approve: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['activation-code', 'batches'] }),
  });
  const Dialog = asked && dialogs[asked.dialog];
  return (
    <>
      <RecordList pages={pages} empty={{ title: codesText.noBatches, children: <p>{codesText.noBatchesHint}</p> }}>
        {(batches) => (
          <Stack as="ul" gap={16}>
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
          </Stack>
        )}
      </RecordList>
      {asked === undefined || Dialog === undefined ? null : <Dialog batch={asked.batch} onClose={() => setAsked(undefined)} />}
    </>
  );
};
