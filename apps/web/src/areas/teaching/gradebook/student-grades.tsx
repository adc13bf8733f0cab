/** The results of a student: every number with the rule behind it, a trial calculation, and appeals. */
import { assessedScheme, type CategoryExplanation, type GradeCell, studentGrade } from '@shufang/assessment';
import { appealGrade, type GradeValue, type getMyGrades, LIMITS, type OutputOf } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  DialogActions,
  EmptyState,
  Facts,
  Input,
  ModalDialog,
  RecordCard,
  type RecordColumn,
  RecordTable,
  Section,
  Stack,
  Text,
  TextAreaField,
} from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import { CellHistory } from './cell-dialog.tsx';
import { GradeExplanation } from './grade-explanation.tsx';
import { orderedColumns, parseGrade, textOfGrade, textOfTotal } from './grade-value.ts';
import styles from './gradebook.module.css';

type MyGrades = OutputOf<typeof getMyGrades>;
type Column = MyGrades['scheme']['columns'][number];

const appealFields = z.object({ body: z.string().trim().min(1, text.appealNeeded) });

const AppealDialog = ({
  classId,
  column,
  onSent,
  onClose,
}: {
  classId: string;
  column: Column;
  onSent: () => Promise<unknown>;
  onClose: () => void;
}) => {
  const form = useForm({ draft: `grade-appeal:${column.id}`, initial: { body: '' }, schema: appealFields });
  const sending = useMutation({
    mutationFn: ({ body }: { body: string }) => call(appealGrade, { classId, columnId: column.id, body }),
    onSuccess: () => {
      form.dropDraft();
      onClose();
      return onSent();
    },
  });
  return (
    <ModalDialog title={text.appealTitle(column.title)} onClose={onClose}>
      <Stack
        as="form"
        gap={16}
        noValidate
        onSubmit={form.handleSubmit((fields) => {
          if (!sending.isPending) sending.mutate(fields);
        })}
      >
        <TextAreaField
          label={text.appealBody}
          error={form.errors.body?.message}
          maxLength={LIMITS.gradeAppealChars}
          {...form.register('body')}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.appealSend} isBusy={sending.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

/** Returns the share of a category as a number for display. */
const shareNumber = ({ share }: CategoryExplanation): number | undefined =>
  share === undefined ? undefined : Number(share.numerator) / Number(share.denominator);

interface StudentGradesProps {
  readonly classId: string;
  readonly grades: MyGrades;
  readonly onChanged: () => Promise<unknown>;
}

export const StudentGrades = ({ classId, grades: { userId, scheme, cells, appeals }, onChanged }: StudentGradesProps) => {
  const [trial, setTrial] = useState<Readonly<Record<string, string>>>({});
  const [appealed, setAppealed] = useState<Column>();
  const [shownHistory, setShownHistory] = useState<Column>();
  const columns = orderedColumns(scheme);
  if (columns.length === 0) {
    return (
      <EmptyState title={text.noGrades}>
        <p>{text.noGradesLead}</p>
      </EmptyState>
    );
  }
  const values = new Map<string, GradeValue>(cells.map(({ columnId, value }) => [columnId, value]));
  const assessed = assessedScheme(scheme);
  const grade = studentGrade(assessed, values);
  const pending = new Set(grade.pendingColumns);
  const tried = new Map<string, GradeCell>(values);
  for (const column of columns) {
    const parsed = parseGrade(trial[column.id] ?? '', column.maxMilli);
    if (pending.has(column.id) && 'kind' in parsed && parsed.kind === 'points') tried.set(column.id, parsed);
  }
  const isTrial = tried.size > values.size;
  const trialFacts: readonly (readonly [string, string])[] = isTrial
    ? [[text.whatIfTotal, textOfTotal(studentGrade(assessed, tried).soFar.scaledTotal, scheme.digits)]]
    : [];
  const results = grade.soFar.categories.flatMap((category) => category.results);
  const statusOf = ({ id }: Column): string => {
    const value = values.get(id);
    const result = results.find(({ columnId }) => columnId === id);
    const cell = cells.find(({ columnId }) => columnId === id);
    if (cell?.unscored !== undefined) return text.flagNames.unscored(cell.unscored);
    if (pending.has(id)) return text.pending;
    if (result === undefined) return text.notCounted;
    if (value?.kind === 'state') return text.stateEffects[value.state];
    const flags = [...(cell?.isOverride ? [text.flagNames.override] : []), ...(cell?.isLate ? [text.flagNames.late] : [])];
    return [result.isDropped ? text.dropped : text.counts, ...flags].join('，');
  };
  const tableColumns: readonly RecordColumn<Column>[] = [
    { name: text.columnTitle, kind: 'head', render: ({ title }) => title },
    {
      name: text.earned,
      kind: 'figure',
      render: ({ id, maxMilli }) => {
        const value = values.get(id);
        return (
          <span>
            {value === undefined || value.kind === 'empty' ? text.noTotal : textOfGrade(value)} / {text.points(maxMilli)}
          </span>
        );
      },
    },
    { name: text.howComputed, render: (column) => <span>{statusOf(column)}</span> },
    {
      name: text.whatIf,
      render: (column) =>
        pending.has(column.id) ? (
          <Input
            className={styles.whatIf}
            inputMode="decimal"
            aria-label={text.whatIfField(column.title)}
            value={trial[column.id] ?? ''}
            onChange={(typed) => setTrial({ ...trial, [column.id]: typed })}
          />
        ) : (
          <span>{text.noTotal}</span>
        ),
    },
    {
      name: text.detail,
      kind: 'actions',
      render: (column) =>
        values.has(column.id) ? (
          <>
            <button type="button" className={buttonClass('quiet')} onClick={() => setShownHistory(column)}>
              {text.history}
            </button>
            <button type="button" className={buttonClass('quiet')} onClick={() => setAppealed(column)}>
              {text.appeal}
            </button>
          </>
        ) : null,
    },
  ];
  const counted = grade.soFar.categories.filter(({ share }) => share !== undefined);
  return (
    <Stack gap={24}>
      <RecordCard title={text.total}>
        <Facts
          items={[
            [text.soFar, textOfTotal(grade.soFar.scaledTotal, scheme.digits)],
            [text.ifRestIsZero, textOfTotal(grade.ifRestIsZero.scaledTotal, scheme.digits)],
            ...trialFacts,
          ]}
        />
        <Text as="p" size={13} tone="faint" marginTop={8}>
          {text.soFarLead}
        </Text>
      </RecordCard>
      <Section title={text.columns}>
        <Stack gap={12}>
          <RecordTable caption={text.columns} columns={tableColumns} rows={columns} keyOf={({ id }) => id} />
          <Text as="p" size={13} tone="faint">
            {text.whatIfLead}
          </Text>
        </Stack>
      </Section>
      <Section title={text.howComputed}>
        <Stack gap={12}>
          <Stack as="ul" gap={8}>
            {grade.soFar.categories.map((explained, at) => {
              const category = scheme.categories[at];
              const share = shareNumber(explained);
              if (category === undefined) return null;
              const weight = text.weight(category.weightBasisPoints);
              return (
                <li key={category.id}>
                  <Text block>
                    {share === undefined
                      ? text.categoryPending(category.name, weight)
                      : text.categoryShare(category.name, text.share(share), weight)}
                  </Text>
                  <Text block size={13} tone="soft">
                    {text.rule(category.method, category.dropLowest)}
                  </Text>
                </li>
              );
            })}
          </Stack>
          {counted.length === 0 ? null : (
            <Text as="p" tabular className={styles.formula}>
              {text.formula(
                counted.map((one) => text.formulaTerm(text.share(shareNumber(one) ?? 0), text.weight(one.weightBasisPoints))).join(' + '),
                text.weight(grade.soFar.countedWeightBasisPoints),
                textOfTotal(grade.soFar.scaledTotal, scheme.digits),
              )}
            </Text>
          )}
        </Stack>
      </Section>
      {appeals.length === 0 ? null : (
        <Section title={text.myAppeals}>
          <Stack as="ul" gap={16}>
            {appeals.map(({ id, columnId, body, createdAt, reply }) => (
              <li key={id}>
                <Text block weight={600}>
                  {`${columns.find((column) => column.id === columnId)?.title ?? ''}，${text.at(createdAt)}`}
                </Text>
                <Text block whiteSpace="pre-line">
                  {body}
                </Text>
                <Text block tone="soft" whiteSpace="pre-line">
                  {reply === undefined ? text.appealWaiting : text.appealReply(reply)}
                </Text>
              </li>
            ))}
          </Stack>
        </Section>
      )}
      {appealed === undefined ? null : (
        <AppealDialog classId={classId} column={appealed} onSent={onChanged} onClose={() => setAppealed(undefined)} />
      )}
      {shownHistory === undefined ? null : (
        <ModalDialog title={`${shownHistory.title}：${text.history}`} onClose={() => setShownHistory(undefined)}>
          <Stack gap={16}>
            {shownHistory.assignmentId === undefined ? null : (
              <GradeExplanation classId={classId} columnId={shownHistory.id} userId={userId} />
            )}
            <CellHistory classId={classId} columnId={shownHistory.id} userId={userId} />
            <Cluster justify="end">
              <button type="button" className={buttonClass('quiet')} onClick={() => setShownHistory(undefined)}>
                {text.close}
              </button>
            </Cluster>
          </Stack>
        </ModalDialog>
      )}
    </Stack>
  );
};
