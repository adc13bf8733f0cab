/** Dialog that creates an assignment or changes its settings. */
import {
  type Assignment,
  assignmentKind,
  countedAttempt,
  createAssignment,
  LIMITS,
  releaseMoment,
  updateAssignment,
} from '@shufang/contract';
import { CheckboxOption, DialogActions, Grid, ModalDialog, SelectField, Stack, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import styles from './assignment.module.css';
import { type AssignmentFields, assignmentFields, fieldsOf, formOf } from './assignment-fields.ts';
import { refreshAssignments } from './queries.ts';

interface AssignmentDialogProps {
  /** The class of a new assignment. */
  readonly classId: string;
  /** The assignment to change; absent for a new one. */
  readonly assignment?: Assignment;
  readonly onClose: () => void;
}

const momentOptions = releaseMoment.options.map((value) => ({ value, label: text.moments[value] }));

export const AssignmentDialog = ({ classId, assignment, onClose }: AssignmentDialogProps) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initial: () => fieldsOf(assignment), schema: assignmentFields });
  const saving = useMutation({
    mutationFn: (fields: AssignmentFields) =>
      assignment === undefined
        ? call(createAssignment, { ...formOf(fields), classId, kind: fields.kind })
        : call(updateAssignment, { ...formOf(fields), id: assignment.id, rev: assignment.rev }),
    onSuccess: async ({ id }) => {
      onClose();
      await refreshAssignments(queryClient);
      if (assignment === undefined) await navigate(`/assignment/${id}`);
    },
  });
  const { errors, register, values } = form;
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  const [kind, counted, score, answers, explanation, shuffled] = [
    register('kind'),
    register('countedAttempt'),
    register('score'),
    register('answers'),
    register('explanation'),
    register('isShuffled'),
  ];
  return (
    <ModalDialog title={assignment === undefined ? text.createTitle : text.editTitle} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        {assignment === undefined ? (
          <SelectField
            label={text.kind}
            hint={text.kindHint}
            options={assignmentKind.options.map((value) => ({ value, label: text.kinds[value] }))}
            {...kind}
            onChange={(value) => kind.onChange(value)}
          />
        ) : null}
        <TextField label={text.title} error={errors.title?.message} maxLength={LIMITS.assignmentTitleChars} {...register('title')} />
        <TextAreaField
          label={text.instructions}
          hint={text.instructionsHint}
          rows={3}
          maxLength={LIMITS.assignmentInstructionsChars}
          {...register('instructions')}
        />
        <Grid gap={16} align="start" className={styles.pair}>
          <TextField label={text.openAt} type="datetime-local" hint={text.openHint} {...register('openAt', ['dueAt', 'closeAt'])} />
          <TextField
            label={text.dueAt}
            type="datetime-local"
            hint={text.dueHint}
            error={errors.dueAt?.message}
            {...register('dueAt', ['closeAt'])}
          />
          <TextField
            label={text.closeAt}
            type="datetime-local"
            hint={text.closeHint}
            error={errors.closeAt?.message}
            {...register('closeAt')}
          />
          <TextField
            label={text.limit}
            inputMode="numeric"
            maxLength={5}
            hint={text.limitHint}
            error={errors.limit?.message}
            {...register('limit')}
          />
          {values.kind === 'exam' ? null : (
            <>
              <TextField
                label={text.attempts}
                inputMode="numeric"
                maxLength={4}
                hint={text.attemptsHint}
                error={errors.attempts?.message}
                {...register('attempts')}
              />
              <SelectField
                label={text.counted}
                options={countedAttempt.options.map((value) => ({ value, label: text.countedRules[value] }))}
                {...counted}
                onChange={(value) => counted.onChange(value)}
              />
            </>
          )}
          <TextField
            label={text.lateStep}
            inputMode="numeric"
            maxLength={3}
            hint={text.lateHint}
            error={errors.latePercent?.message}
            {...register('latePercent')}
          />
          <SelectField label={text.releaseScore} options={momentOptions} {...score} onChange={(value) => score.onChange(value)} />
          <SelectField label={text.releaseAnswers} options={momentOptions} {...answers} onChange={(value) => answers.onChange(value)} />
          <SelectField
            label={text.releaseExplanation}
            options={momentOptions}
            {...explanation}
            onChange={(value) => explanation.onChange(value)}
          />
        </Grid>
        <CheckboxOption checked={shuffled.value} onChange={shuffled.onChange}>
          {text.shuffled}
        </CheckboxOption>
        <DialogActions
          cancelLabel={text.cancel}
          submitLabel={assignment === undefined ? text.createSave : text.save}
          isBusy={saving.isPending}
          onCancel={onClose}
        />
      </Stack>
    </ModalDialog>
  );
};
