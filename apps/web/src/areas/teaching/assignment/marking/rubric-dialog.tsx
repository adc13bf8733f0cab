/** Dialog in which a teacher writes a rubric: its criteria with their levels, or a copy of an earlier one. */
import { type Assignment, LIMITS, type Rubric, saveRubric } from '@shufang/contract';
import { IconX } from '@shufang/icons';
import {
  buttonClass,
  CheckboxOption,
  Cluster,
  DialogActions,
  IconButton,
  LoadFailure,
  ModalDialog,
  SelectField,
  Stack,
  Text,
  TextField,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/api/client.ts';
import { useForm } from '../../../../platform/forms/use-form.ts';
import { rubricText as text } from '../../../../platform/messages/zh-cn/marking-rubric.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { refreshAssignments } from '../queries.ts';
import {
  canAddCriterion,
  type EditedCriterion,
  type EditedRubric,
  editedMilli,
  editedRubricOf,
  newCriterion,
  newLevel,
  newRubric,
  type RubricProblems,
  readRubric,
  withCriterion,
  withLevel,
} from './edited-rubric.ts';
import { earlierRubricsQuery } from './queries.ts';
import styles from './rubric.module.css';

/** A question for which a rubric can be made. */
export interface MarkedQuestion {
  readonly id: string;
  readonly label: string;
  readonly possibleMilli: number;
}

interface RubricDialogProps {
  readonly one: Assignment;
  /** For an assignment with a task: only `WHOLE_ASSIGNMENT`. */
  readonly questions: readonly MarkedQuestion[];
  /** The rubric to change; absent for a new one. `questionId` is absent for the whole assignment. */
  readonly changed?: { readonly questionId?: string | undefined; readonly rubric: Rubric } | undefined;
  readonly onClose: () => void;
}

/** Stands for the whole assignment among the questions. */
export const WHOLE_ASSIGNMENT = 'whole';

interface CriterionFieldsProps {
  readonly no: number;
  readonly criterion: EditedCriterion;
  readonly problems: RubricProblems;
  readonly onChange: (criterion: EditedCriterion) => void;
  readonly onRemove: (() => void) | undefined;
}

const CriterionFields = ({ no, criterion, problems, onChange, onRemove }: CriterionFieldsProps) => (
  <Stack as="fieldset" gap={12} className={styles.criterion}>
    <legend>{text.criterion(no)}</legend>
    <TextField
      label={text.criterionTitle}
      maxLength={LIMITS.criterionTitleChars}
      error={problems.get(criterion.id)}
      value={criterion.title}
      onChange={(title) => onChange({ ...criterion, title })}
    />
    {criterion.levels.map((level, index) => (
      <div key={level.id} className={styles.level}>
        <TextField
          label={text.levelPoints(index + 1)}
          inputMode="decimal"
          maxLength={8}
          error={problems.get(`${level.id} points`)}
          value={level.points}
          onChange={(points) => onChange(withLevel(criterion, { ...level, points }))}
        />
        <TextField
          label={text.levelDescription(index + 1)}
          maxLength={LIMITS.levelDescriptionChars}
          error={problems.get(`${level.id} description`)}
          value={level.description}
          onChange={(description) => onChange(withLevel(criterion, { ...level, description }))}
        />
        {criterion.levels.length <= 2 ? null : (
          <IconButton
            name={text.removeLevel(no, index + 1)}
            onClick={() => onChange({ ...criterion, levels: criterion.levels.filter(({ id }) => id !== level.id) })}
          >
            <IconX size={16} aria-hidden />
          </IconButton>
        )}
      </div>
    ))}
    <Cluster gap={12}>
      {criterion.levels.length >= LIMITS.rubricLevelsMax ? null : (
        <button
          type="button"
          className={buttonClass('quiet')}
          onClick={() => onChange({ ...criterion, levels: [...criterion.levels, newLevel()] })}
        >
          {text.addLevel}
        </button>
      )}
      {onRemove === undefined ? null : (
        <button type="button" className={buttonClass('quietDanger')} onClick={onRemove}>
          {text.removeCriterion(no)}
        </button>
      )}
    </Cluster>
  </Stack>
);

/** The choice of an earlier rubric to start from. */
const CopyField = ({ onCopy }: { onCopy: (rubric: Rubric) => void }) => {
  const userId = useSession((session) => session.userId);
  const [chosen, setChosen] = useState('');
  const { data, isError, refetch } = useQuery(earlierRubricsQuery(userId));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.copy)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : null;
  }
  if (data.items.length === 0) return null;
  return (
    <SelectField
      label={text.copy}
      value={chosen}
      onChange={(next) => {
        setChosen(next);
        const found = data.items[Number(next)];
        if (next !== '' && found !== undefined) onCopy(found.rubric);
      }}
      options={[
        { value: '', label: text.copyNone },
        ...data.items.map((earlier, index) => ({ value: String(index), label: text.earlier(earlier) })),
      ]}
    />
  );
};

export const RubricDialog = ({ one, questions, changed, onClose }: RubricDialogProps) => {
  const queryClient = useQueryClient();
  const [target, setTarget] = useState(
    changed === undefined ? (questions[0]?.id ?? WHOLE_ASSIGNMENT) : (changed.questionId ?? WHOLE_ASSIGNMENT),
  );
  const possibleMilli = questions.find(({ id }) => id === target)?.possibleMilli;
  const form = useForm<EditedRubric>({
    initial: () => (changed === undefined ? newRubric(possibleMilli ?? 10_000) : editedRubricOf(changed.rubric)),
  });
  const edited = form.values;
  const [problems, setProblems] = useState<RubricProblems>(new Map());
  const saving = useMutation({
    mutationFn: (rubric: Rubric) =>
      call(saveRubric, { assignmentId: one.id, rev: one.rev, rubric, ...(target === WHOLE_ASSIGNMENT ? {} : { questionId: target }) }),
    onSuccess: async () => {
      onClose();
      await refreshAssignments(queryClient);
    },
    onError: () => refreshAssignments(queryClient),
  });
  const change = (next: EditedRubric): void => {
    form.reset(next);
    if (problems.size > 0) setProblems(readRubric(next).problems);
  };
  return (
    <ModalDialog title={text.dialogTitle} onClose={onClose}>
      <Stack
        as="form"
        gap={20}
        noValidate
        onSubmit={form.handleSubmit((typed) => {
          const read = readRubric(typed);
          setProblems(read.problems);
          if (read.rubric !== undefined && !saving.isPending) saving.mutate(read.rubric);
        })}
      >
        {changed === undefined ? (
          <>
            {one.task === undefined ? (
              <SelectField
                label={text.makeFor}
                value={target}
                onChange={setTarget}
                options={[
                  ...questions.map(({ id, label, possibleMilli: milli }) => ({ value: id, label: text.question(label, milli) })),
                  { value: WHOLE_ASSIGNMENT, label: text.whole },
                ]}
              />
            ) : null}
            <CopyField onCopy={(rubric) => change(editedRubricOf(rubric))} />
          </>
        ) : null}
        <TextField
          label={text.name}
          maxLength={LIMITS.rubricTitleChars}
          error={problems.get('title')}
          value={edited.title}
          onChange={(title) => change({ ...edited, title })}
        />
        {edited.criteria.map((criterion, index) => (
          <CriterionFields
            key={criterion.id}
            no={index + 1}
            criterion={criterion}
            problems={problems}
            onChange={(next) => change(withCriterion(edited, next))}
            onRemove={
              edited.criteria.length === 1
                ? undefined
                : () => change({ ...edited, criteria: edited.criteria.filter(({ id }) => id !== criterion.id) })
            }
          />
        ))}
        {canAddCriterion(edited) ? (
          <p>
            <button
              type="button"
              className={buttonClass('quiet')}
              onClick={() => {
                const rest = (possibleMilli ?? 0) - editedMilli(edited);
                change({ ...edited, criteria: [...edited.criteria, newCriterion(Math.max(rest, 1000))] });
              }}
            >
              {text.addCriterion}
            </button>
          </p>
        ) : null}
        <Text as="p" role="status" tabular>
          {text.total(editedMilli(edited), possibleMilli)}
        </Text>
        <CheckboxOption checked={edited.isShown} onChange={(isShown) => change({ ...edited, isShown })}>
          {text.isShown}
        </CheckboxOption>
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
