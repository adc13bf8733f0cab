/** Confirmation dialogs for irreversible actions on a code batch. */
import { type CodeBatchView, decideCodeBatch, exportCodeBatch, LIMITS, opensBook, voidCodes } from '@shufang/contract';
import { Block, buttonClass, CheckboxOption, Cluster, Grid, ModalDialog, SelectField, Stack, Text, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import styles from '../../../features/activation-code/activation-code.module.css';
import { call } from '../../../platform/api/client.ts';
import { saveFile } from '../../../platform/api/save-file.ts';
import { saveWorkbook } from '../../../platform/api/save-workbook.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';

interface BatchDialogProps {
  readonly batch: CodeBatchView;
  readonly onClose: () => void;
}

const useRefreshBatches = (): (() => Promise<void>) => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['activation-code', 'batches'] });
};

const reasonFields = z.object({ reason: z.string().trim().min(1, codesText.reasonMissing) });

export const RejectBatchDialog = ({ batch, onClose }: BatchDialogProps) => {
  const refresh = useRefreshBatches();
  const form = useForm({ initial: { reason: '' }, schema: reasonFields });
  const rejecting = useMutation({
    mutationFn: (reason: string) => call(decideCodeBatch, { batchId: batch.id, approve: false, reply: reason }),
    onSuccess: onClose,
    onSettled: refresh,
  });
  return (
    <ModalDialog title={codesText.rejectTitle} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={form.handleSubmit(({ reason }) => rejecting.mutate(reason))}>
        <TextField
          variant="soft"
          label={codesText.rejectReason}
          maxLength={200}
          error={form.errors.reason?.message}
          {...form.register('reason')}
        />
        <Cluster gap={12} align="center" justify="end" marginTop={16}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {codesText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={rejecting.isPending}>
            {codesText.rejectNow}
          </button>
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};

const FORMATS = Object.entries(codesText.formats).map(([value, label]) => ({ value, label }));
const CSV = 'text/csv;charset=utf-8';
const isWholeNumber = (text: string, most: number): boolean => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
const boxCount = ({ count }: CodeBatchView, boxSize: number): number => Math.ceil(count / boxSize);

/** Dialog that exports the codes of a batch as a file. The file goes directly to the browser's download; the page does not store it. */
export const ExportBatchDialog = ({ batch, onClose }: BatchDialogProps) => {
  const refresh = useRefreshBatches();
  const [boxSize, setBoxSize] = useState(String(batch.boxSize));
  const [format, setFormat] = useState<string>('csv');
  const isTooMany = batch.count > LIMITS.codesPerWorkbook;
  const isSize = isWholeNumber(boxSize, LIMITS.codeBoxMax) && boxCount(batch, Number(boxSize)) <= LIMITS.codeBoxesMax;
  const exporting = useMutation({
    mutationFn: async () => {
      const asked = format === 'xlsx' && !isTooMany ? 'xlsx' : 'csv';
      const exported = await call(exportCodeBatch, { batchId: batch.id, boxSize: Number(boxSize), format: asked });
      if (exported.xlsx !== undefined) saveWorkbook(exported.fileName, exported.xlsx);
      if (exported.csv !== undefined) saveFile(exported.fileName, new Blob([exported.csv], { type: CSV }));
      return exported.boxes;
    },
    onSettled: refresh,
  });
  if (exporting.data !== undefined) {
    return (
      <ModalDialog title={codesText.exportedTitle} onClose={onClose}>
        <Block as="ul" marginTop={12} tabular className={styles.boxes}>
          {exporting.data.map(({ box, from, to }) => (
            <li key={box}>{codesText.box(box, from, to)}</li>
          ))}
        </Block>
        <Cluster gap={12} align="center" justify="end" marginTop={16}>
          <Link to={`/admin/codes/${batch.id}/boxes`} className={buttonClass('quiet')}>
            {codesText.boxSheetPrint}
          </Link>
          <button type="button" className={buttonClass()} onClick={onClose}>
            {codesText.close}
          </button>
        </Cluster>
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
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{codesText.exportLead(batch.count)}</p>
        <TextField
          variant="soft"
          label={codesText.boxSize}
          value={boxSize}
          inputMode="numeric"
          hint={isSize ? `${codesText.boxSizeHint}${codesText.boxesWould(boxes, batch.count - (boxes - 1) * Number(boxSize))}` : undefined}
          error={isSize ? undefined : codesText.boxSizeWrong(LIMITS.codeBoxesMax)}
          onChange={setBoxSize}
        />
        {isTooMany ? (
          <Text as="p" size={13} tone="faint">
            {codesText.xlsxTooMany(LIMITS.codesPerWorkbook)}
          </Text>
        ) : (
          <SelectField label={codesText.format} value={format} options={FORMATS} onChange={setFormat} />
        )}
        <p className={styles.obstacle}>{codesText.exportCare}</p>
        <Cluster gap={12} align="center" justify="end" marginTop={16}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {codesText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={exporting.isPending}>
            {exporting.isPending ? codesText.exporting : codesText.exportNow}
          </button>
        </Cluster>
      </Stack>
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
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{codesText.voidLead}</p>
        {batch.state === 'exported' ? (
          <TextField
            variant="soft"
            label={codesText.voidBox}
            value={box}
            inputMode="numeric"
            hint={codesText.voidBoxHint}
            error={isBox ? undefined : codesText.voidBoxWrong(boxes)}
            onChange={handleBox}
          />
        ) : null}
        <Grid gap={16} className={styles.fields}>
          <TextField
            variant="soft"
            label={codesText.voidFrom}
            value={from}
            inputMode="numeric"
            error={isTried && !isWhole && !isRange ? codesText.rangeWrong : undefined}
            onChange={setFrom}
          />
          <TextField variant="soft" label={codesText.voidTo} value={to} inputMode="numeric" onChange={setTo} />
        </Grid>
        {opensBook(batch.purpose) ? (
          <CheckboxOption look="small" className={styles.check} checked={bound} onChange={setBound}>
            <span>{codesText.voidBound}</span>
          </CheckboxOption>
        ) : (
          <Text as="p" size={13} tone="faint">
            {codesText.voidUsedStays}
          </Text>
        )}
        <TextField
          variant="soft"
          label={codesText.voidReason}
          value={reason}
          maxLength={200}
          error={isTried && reason.trim() === '' ? codesText.reasonMissing : undefined}
          onChange={setReason}
        />
        <Cluster gap={12} align="center" justify="end" marginTop={16}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {codesText.cancel}
          </button>
          <button type="submit" className={buttonClass('danger')} disabled={voiding.isPending}>
            {codesText.voidNow}
          </button>
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};
