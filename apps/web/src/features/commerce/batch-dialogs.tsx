/** The questions before something is done to a batch that cannot be undone. */
import { type CodeBatchView, decideCodeBatch, exportCodeBatch, LIMITS, opensBook, voidCodes } from '@shufang/contract';
import { buttonClass, ModalDialog, SelectField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { saveFile } from '../../platform/api/save-file.ts';
import { saveWorkbook } from '../../platform/api/save-workbook.ts';
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

const FORMATS = Object.entries(codesText.formats).map(([value, label]) => ({ value, label }));
const CSV = 'text/csv;charset=utf-8';
const isWholeNumber = (text: string, most: number): boolean => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
const boxCount = ({ count }: CodeBatchView, boxSize: number): number => Math.ceil(count / boxSize);

/** The file goes straight into the browser's download and is kept nowhere in the page. */
export const ExportBatchDialog = ({ batch, onClose }: BatchDialogProps) => {
  const refresh = useRefreshBatches();
  const [boxSize, setBoxSize] = useState(String(batch.boxSize));
  const [format, setFormat] = useState<string>('csv');
  const isTooMany = batch.count > LIMITS.codesPerWorkbook;
  const isSize = isWholeNumber(boxSize, LIMITS.codeBoxMax) && boxCount(batch, Number(boxSize)) <= LIMITS.codeBoxesMax;
  const exporting = useMutation({
    mutationFn: async () => {
      const asked = format === 'xlsx' && !isTooMany ? 'xlsx' : 'csv';
      const answer = await call(exportCodeBatch, { batchId: batch.id, boxSize: Number(boxSize), format: asked });
      if (answer.xlsx !== undefined) saveWorkbook(answer.fileName, answer.xlsx);
      if (answer.csv !== undefined) saveFile(answer.fileName, new Blob([answer.csv], { type: CSV }));
      return answer.boxes;
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
          <Link to={`/admin/codes/${batch.id}/boxes`} className={buttonClass('quiet')}>
            {codesText.boxSheetPrint}
          </Link>
          <button type="button" className={buttonClass()} onClick={onClose}>
            {codesText.close}
          </button>
        </div>
      </ModalDialog>
    );
  }
  const boxes = isSize ? boxCount(batch, Number(boxSize)) : 0;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSize && !exporting.isPending) exporting.mutate();
  };
  return (
    <ModalDialog title={codesText.exportTitle} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{codesText.exportLead(batch.count)}</p>
        <Field
          label={codesText.boxSize}
          value={boxSize}
          inputMode="numeric"
          hint={isSize ? `${codesText.boxSizeHint}${codesText.boxesWould(boxes, batch.count - (boxes - 1) * Number(boxSize))}` : undefined}
          fault={isSize ? undefined : codesText.boxSizeWrong(LIMITS.codeBoxesMax)}
          onValue={setBoxSize}
        />
        {isTooMany ? (
          <p className={styles.faint}>{codesText.xlsxTooMany(LIMITS.codesPerWorkbook)}</p>
        ) : (
          <SelectField label={codesText.format} value={format} options={FORMATS} onChange={setFormat} />
        )}
        <p className={styles.obstacle}>{codesText.exportCare}</p>
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {codesText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={exporting.isPending}>
            {exporting.isPending ? codesText.exporting : codesText.exportNow}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
};

export const VoidCodesDialog = ({ batch, onClose }: BatchDialogProps) => {
  const refresh = useRefreshBatches();
  const [box, setBox] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [bound, setBound] = useState(false);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isWhole = from === '' && to === '';
  const isRange = /^\d+$/.test(from) && /^\d+$/.test(to) && Number(from) >= 1 && Number(from) <= Number(to) && Number(to) <= batch.count;
  const boxes = boxCount(batch, batch.boxSize);
  const isBox = box === '' || isWholeNumber(box, boxes);
  const handleBox = (typed: string): void => {
    setBox(typed);
    if (!isWholeNumber(typed, boxes)) return;
    setFrom(String((Number(typed) - 1) * batch.boxSize + 1));
    setTo(String(Math.min(batch.count, Number(typed) * batch.boxSize)));
  };
  const voiding = useMutation({
    mutationFn: () => call(voidCodes, { batchId: batch.id, bound, reason, ...(isWhole ? {} : { from: Number(from), to: Number(to) }) }),
    onSuccess: onClose,
    onSettled: refresh,
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isBox && (isWhole || isRange) && reason.trim() !== '') voiding.mutate();
  };
  return (
    <ModalDialog title={codesText.voidTitle} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{codesText.voidLead}</p>
        {batch.state === 'exported' ? (
          <Field
            label={codesText.voidBox}
            value={box}
            inputMode="numeric"
            hint={codesText.voidBoxHint}
            fault={isBox ? undefined : codesText.voidBoxWrong(boxes)}
            onValue={handleBox}
          />
        ) : null}
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
        {opensBook(batch.purpose) ? (
          <label className={styles.check}>
            <input type="checkbox" checked={bound} onChange={(event) => setBound(event.target.checked)} />
            <span>{codesText.voidBound}</span>
          </label>
        ) : (
          <p className={styles.faint}>{codesText.voidUsedStays}</p>
        )}
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
