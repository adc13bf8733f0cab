/** Dialog that adds a draw to a section of a paper, or changes one. */
import { type DrawFilter, LIMITS } from '@shufang/contract';
import { DialogActions, Grid, ModalDialog, Stack, TextField } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { questionBankQuery } from '../../../features/question/queries.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { BankField, NoBanks } from './bank-field.tsx';
import { drawCountOf, type EditedDraw, milliOf, newPartId, pickedAmong } from './edited-paper.ts';
import { FilterFields } from './filter-fields.tsx';
import styles from './paper.module.css';
import { drawCountQuery } from './queries.ts';
import type { PaperForm } from './use-paper-form.ts';

interface DrawDialogProps {
  /** The paper, whose questions cannot be drawn again. */
  readonly form: Pick<PaperForm, 'banks' | 'paper' | 'candidates'>;
  /** The draw to change; absent for a new one. */
  readonly draw?: EditedDraw | undefined;
  readonly onSave: (draw: EditedDraw) => void;
  readonly onClose: () => void;
}

export const DrawDialog = ({ form: { banks, paper, candidates }, draw, onSave, onClose }: DrawDialogProps) => {
  const userId = useSession((session) => session.userId);
  const usable = banks.filter(({ id, status, questions }) => id === draw?.bankId || (status === 'active' && questions > 0));
  const [bankId, setBank] = useState(draw?.bankId ?? usable[0]?.id ?? '');
  const [filter, setFilter] = useState<DrawFilter>(draw?.filter ?? {});
  const form = useForm({ initial: { count: draw?.count ?? '5', points: draw?.points ?? '2' } });
  const bank = useQuery({ ...questionBankQuery(userId, bankId), enabled: bankId !== '' });
  const available = useQuery(drawCountQuery(userId, bankId, filter));
  if (usable.length === 0) {
    return (
      <ModalDialog title={text.drawTitle} onClose={onClose}>
        <NoBanks />
      </ModalDialog>
    );
  }
  const handleSubmit = form.handleSubmit(({ count, points }) => {
    if (drawCountOf(count) === undefined) {
      form.setError('count', { message: text.countWrong(LIMITS.drawnQuestionsMax) });
      return;
    }
    if (milliOf(points) === undefined) {
      form.setError('points', { message: text.pointsWrong });
      return;
    }
    onSave({
      kind: 'draw',
      id: draw?.id ?? newPartId(),
      bankId,
      bankName: banks.find(({ id }) => id === bankId)?.name ?? draw?.bankName ?? '',
      folderName: bank.data?.folders.find(({ id }) => id === filter.folderId)?.name ?? draw?.folderName ?? '',
      filter,
      count: count.trim(),
      points: points.trim(),
    });
  });
  const { errors, register } = form;
  return (
    <ModalDialog title={text.drawTitle} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <p>{text.drawLead}</p>
        <BankField
          banks={usable}
          value={bankId}
          onChange={(id) => {
            setBank(id);
            setFilter({});
          }}
        />
        <FilterFields bank={bank.data} filter={filter} onChange={setFilter} />
        <p role="status">
          {available.isError
            ? recordsText.failed(text.what)
            : available.data === undefined
              ? text.drawCounting
              : text.drawAvailable(Math.max(0, available.data.count - pickedAmong(paper, candidates, bankId, filter)))}
        </p>
        <Grid gap={12} align="start" className={styles.filters}>
          <TextField label={text.drawCount} inputMode="numeric" maxLength={3} error={errors.count?.message} {...register('count')} />
          <TextField label={text.pointsEach} inputMode="decimal" maxLength={8} error={errors.points?.message} {...register('points')} />
        </Grid>
        <DialogActions cancelLabel={text.cancel} submitLabel={text.drawSave} isBusy={false} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
