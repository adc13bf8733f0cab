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
import { type Form, useForm } from '../../../platform/forms/use-form.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { AnnotationFields } from './annotation-fields.tsx';
import styles from './assignment.module.css';
import { type AssignmentFields, assignmentFields, fieldsOf, formOf, hasOneAttempt, hasPaper } from './assignment-fields.ts';
import { DiscussionFields } from './discussion-fields.tsx';
import { PointsField } from './points-field.tsx';
import { refreshAssignments } from './queries.ts';
import { ReadingFields } from './reading-fields.tsx';
import { UploadFields } from './upload-fields.tsx';

interface AssignmentDialogProps {
  /** The class of a new assignment. */
  readonly classId: string;
  /** The assignment to change; absent for a new one. */
  readonly assignment?: Assignment;
  readonly onClose: () => void;
}

const momentOptions = releaseMoment.options.map((value) => ({ value, label: text.moments[value] }));
const externalMomentOptions = releaseMoment.options.map((value) => ({ value, label: text.externalMoments[value] }));

type DialogForm = Form<AssignmentFields>;

/** Times, attempts, late work and release of what students hand in. */
const PaperFields = ({ form }: { readonly form: DialogForm }) => {
  const { errors, register, values } = form;
  const isPaper = hasPaper(values.kind);
  const [counted, score, answers, explanation, shuffled] = [
    register('countedAttempt'),
    register('score'),
    register('answers'),
    register('explanation'),
    register('isShuffled'),
  ];
  return (
    <>
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
        {isPaper ? (
          <TextField
            label={text.limit}
            inputMode="numeric"
            maxLength={5}
            hint={text.limitHint}
            error={errors.limit?.message}
            {...register('limit')}
          />
        ) : null}
        {values.kind === 'exam' || hasOneAttempt(values.kind) ? null : (
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
        {isPaper ? (
          <>
            <SelectField label={text.releaseAnswers} options={momentOptions} {...answers} onChange={(value) => answers.onChange(value)} />
            <SelectField
              label={text.releaseExplanation}
              options={momentOptions}
              {...explanation}
              onChange={(value) => explanation.onChange(value)}
            />
          </>
        ) : null}
      </Grid>
      {isPaper ? (
        <CheckboxOption checked={shuffled.value} onChange={shuffled.onChange}>
          {text.shuffled}
        </CheckboxOption>
      ) : null}
    </>
  );
};

/** Points, due time and release of an external assignment. */
const ExternalFields = ({ form, isFrozen }: { readonly form: DialogForm; readonly isFrozen: boolean }) => {
  const { register } = form;
  const score = register('score');
  return (
    <Grid gap={16} align="start" className={styles.pair}>
      {isFrozen ? null : <PointsField form={form} />}
      <TextField label={text.externalDue} type="datetime-local" hint={text.externalDueHint} {...register('dueAt')} />
      <SelectField label={text.releaseScore} options={externalMomentOptions} {...score} onChange={(value) => score.onChange(value)} />
    </Grid>
  );
};

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
  const kind = register('kind');
  const isFrozen = assignment !== undefined && assignment.status !== 'draft';
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
        {values.kind === 'reading' ? <ReadingFields classId={classId} form={form} isFrozen={isFrozen} /> : null}
        {values.kind === 'annotation' ? <AnnotationFields classId={classId} form={form} isFrozen={isFrozen} /> : null}
        {values.kind === 'discussion' ? <DiscussionFields form={form} isFrozen={isFrozen} /> : null}
        {values.kind === 'upload' ? <UploadFields form={form} isFrozen={isFrozen} /> : null}
        {values.kind === 'external' ? <ExternalFields form={form} isFrozen={isFrozen} /> : <PaperFields form={form} />}
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
