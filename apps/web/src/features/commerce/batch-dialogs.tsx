/** The questions before something is done to a batch that cannot be undone. */
import { type CodeBatchView, decideCodeBatch, exportCodeBatch, voidCodes } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { saveFile } from '../../platform/api/save-file.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './commerce.module.css';
import { Field } from './field.tsx';

interface BatchDialogProps {
  readonly batch: CodeBatchView;
  readonly onClose: () => void;
}

const useRefreshBatches = (): (() => Promise<void>) => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['commerce', 'batches'] });
};

export const RejectBatchDialog = ({ batch, onClose }: BatchDialogProps) => {
  const refresh = useRefreshBatches();
  const [answer, setAnswer] = useState('');
  const [isTried, setTried] = useState(false);
  const rejecting = useMutation({
    mutationFn: () => call(decideCodeBatch, { batchId: batch.id, approve: false, answer }),
    onSuccess: onClose,
    onSettled: refresh,
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (answer.trim() !== '') rejecting.mutate();
  };
  return (
    <ModalDialog title={codesText.rejectTitle} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <Field
          label={codesText.rejectReason}
          value={answer}
          maxLength={200}
          fault={isTried && answer.trim() === '' ? codesText.reasonMissing : undefined}
          onValue={setAnswer}
        />
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {codesText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={rejecting.isPending}>
            {codesText.rejectNow}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
};

const save = (fileName: string, text: string): void => saveFile(fileName, new Blob([text], { type: 'text/csv;charset=utf-8' }));

/** The text of the file goes straight into the browser's download and is kept nowhere in the page. */
export const ExportBatchDialog = ({ batch, onClose }: BatchDialogProps) => {
  const refresh = useRefreshBatches();
  const exporting = useMutation({
    mutationFn: async () => {
      const { fileName, csv, boxes } = await call(exportCodeBatch, { batchId: batch.id });
      save(fileName, csv);
      return boxes;
    },
    onSettled: refresh,
  });
  if (exporting.data !== undefined) {
    return (
      <ModalDialog title={codesText.exportedTitle} onClose={onClose}>
        <ul className={styles.boxes}>
          {exporting.data.map(({ box, from, to }) => (
            <li key={box}>{codesText.box(box, from, to)}</li>
          ))}
        </ul>
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass()} onClick={onClose}>
            {codesText.close}
          </button>
        </div>
      </ModalDialog>
    );
  }
  return (
    <ModalDialog title={codesText.exportTitle} onClose={onClose}>
      <p>{codesText.exportLead(batch.count)}</p>
      <p className={styles.obstacle}>{codesText.exportCare}</p>
      <div className={styles.dialogActions}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {codesText.cancel}
        </button>
        <button type="button" className={buttonClass()} disabled={exporting.isPending} onClick={() => exporting.mutate()}>
          {exporting.isPending ? codesText.exporting : codesText.exportNow}
        </button>
      </div>
    </ModalDialog>
  );
};

export const VoidCodesDialog = ({ batch, onClose }: BatchDialogProps) => {
  const refresh = useRefreshBatches();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [bound, setBound] = useState(false);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isWhole = from === '' && to === '';
  const isRange = /^\d+$/.test(from) && /^\d+$/.test(to) && Number(from) >= 1 && Number(from) <= Number(to) && Number(to) <= batch.count;
  const voiding = useMutation({
    mutationFn: () => call(voidCodes, { batchId: batch.id, bound, reason, ...(isWhole ? {} : { from: Number(from), to: Number(to) }) }),
    onSuccess: onClose,
    onSettled: refresh,
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if ((isWhole || isRange) && reason.trim() !== '') voiding.mutate();
  };
  return (
    <ModalDialog title={codesText.voidTitle} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{codesText.voidLead}</p>
        <div className={styles.fields}>
          <Field
            label={codesText.voidFrom}
            value={from}
            inputMode="numeric"
            fault={isTried && !isWhole && !isRange ? codesText.rangeWrong : undefined}
            onValue={setFrom}
          />
          <Field label={codesText.voidTo} value={to} inputMode="numeric" onValue={setTo} />
        </div>
        <label className={styles.check}>
          <input type="checkbox" checked={bound} onChange={(event) => setBound(event.target.checked)} />
          <span>{codesText.voidBound}</span>
        </label>
        <Field
          label={codesText.voidReason}
          value={reason}
          maxLength={200}
          fault={isTried && reason.trim() === '' ? codesText.reasonMissing : undefined}
          onValue={setReason}
        />
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {codesText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={voiding.isPending}>
            {codesText.voidNow}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
};
