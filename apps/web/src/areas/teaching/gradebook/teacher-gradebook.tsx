/** The gradebook of a class for its teacher. */
import { exportGradebook, finalizeGrades, type GradeSchemeRecord, LIMITS } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, EmptyState, ReasonDialog, Section, Stack, StateBadge, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { saveWorkbook } from '../../../platform/api/save-workbook.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import { AppealList } from './appeal-list.tsx';
import { CellDialog } from './cell-dialog.tsx';
import { orderedColumns, textOfGrade } from './grade-value.ts';
import { GradebookGrid } from './gradebook-grid.tsx';
import type { GridPosition } from './gradebook-row.tsx';
import { type Gradebook, gradebookQuery } from './queries.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import { SchemeDialog } from './scheme-dialog.tsx';
import { type GradeCells, useGradeCells } from './use-grade-cells.ts';

interface TeacherGradebookProps {
  readonly owner: string;
  readonly classId: string;
  readonly gradebook: Gradebook;
  /** False for a co-teacher who may only look. */
  readonly mayEdit: boolean;
}

const reasonFields = z.object({ reason: z.string().trim().min(1, text.nameNeeded) });

/** Says what is stored, and what waits on this device. */
const SaveState = ({ cells: { unsaved, isSaving, retry } }: { cells: GradeCells }) => (
  <Cluster gap={12} align="center" role="status">
    <Text size={14} tone={unsaved === 0 ? 'soft' : 'ink'}>
      {isSaving ? text.saving : unsaved === 0 ? text.allSaved : text.unsaved(unsaved)}
    </Text>
    {unsaved > 0 && !isSaving ? (
      <button type="button" className={buttonClass('quiet')} onClick={retry}>
        {text.retry}
      </button>
    ) : null}
  </Cluster>
);

const Conflicts = ({ gradebook: { students, scheme }, cells }: { gradebook: Gradebook; cells: GradeCells }) =>
  cells.conflicts.length === 0 ? null : (
    <Section title={text.conflictTitle}>
      <Stack as="ul" gap={12} role="alert">
        {cells.conflicts.map((conflict) => {
          const { mine, theirs } = conflict;
          const student = students.find(({ userId }) => userId === mine.userId)?.name ?? '';
          const column = scheme.columns.find(({ id }) => id === mine.columnId)?.title ?? '';
          const line = text.conflict(student, column, textOfGrade(mine.value) || text.empty, textOfGrade(theirs.value) || text.empty);
          return (
            <li key={`${mine.columnId} ${mine.userId}`}>
              <Cluster gap={12} align="center">
                <span>{line}</span>
                <button type="button" className={buttonClass('quiet')} onClick={() => cells.decide(conflict, 'mine')}>
                  {text.useMine}
                </button>
                <button type="button" className={buttonClass('quiet')} onClick={() => cells.decide(conflict, 'theirs')}>
                  {text.useTheirs}
                </button>
              </Cluster>
            </li>
          );
        })}
      </Stack>
    </Section>
  );

type Dialog = 'scheme' | 'release' | 'finalize' | 'reopen';

const ReopenDialog = ({ isBusy, onReopen, onClose }: { isBusy: boolean; onReopen: (reason: string) => void; onClose: () => void }) => {
  const form = useForm({ initial: { reason: '' }, schema: reasonFields });
  return (
    <ReasonDialog
      title={text.reopen}
      label={text.reopenReason}
      maxLength={LIMITS.gradeReasonChars}
      confirmLabel={text.reopen}
      cancelLabel={text.cancel}
      isBusy={isBusy}
      field={form.register('reason')}
      error={form.errors.reason?.message}
      onSubmit={form.handleSubmit(({ reason }) => {
        if (!isBusy) onReopen(reason);
      })}
      onClose={onClose}
    />
  );
};

export const TeacherGradebook = ({ owner, classId, gradebook, mayEdit }: TeacherGradebookProps) => {
  const queryClient = useQueryClient();
  const cells = useGradeCells(owner, classId, gradebook);
  const [dialog, setDialog] = useState<Dialog>();
  const [detail, setDetail] = useState<GridPosition>();
  const { scheme, students, snapshots } = gradebook;
  const { queryKey } = gradebookQuery(owner, classId);
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  const adopt = (next: GradeSchemeRecord): void => {
    queryClient.setQueryData(queryKey, (old) => (old === undefined ? old : { ...old, scheme: next }));
  };
  const exporting = useMutation({
    mutationFn: (snapshotAt: number | undefined) => call(exportGradebook, { classId, ...(snapshotAt === undefined ? {} : { snapshotAt }) }),
    onSuccess: ({ fileName, base64 }) => saveWorkbook(fileName, base64),
  });
  const finalizing = useMutation({
    mutationFn: (input: { isFinal: boolean; reason: string }) => call(finalizeGrades, { classId, ...input }),
    onSuccess: (next) => {
      setDialog(undefined);
      adopt(next);
      return refresh();
    },
  });
  const isFinal = scheme.finalAt !== undefined;
  const isReadOnly = isFinal || !mayEdit;
  const columns = orderedColumns(scheme);
  const [student, column] = detail === undefined ? [] : [students[detail.row], columns[detail.column]];
  return (
    <Stack gap={20}>
      <Cluster gap={12} align="center" justify="between">
        <Cluster gap={12}>
          {isReadOnly ? null : (
            <button type="button" className={buttonClass(columns.length === 0 ? undefined : 'quiet')} onClick={() => setDialog('scheme')}>
              {text.editScheme}
            </button>
          )}
          {columns.length === 0 ? null : (
            <>
              {mayEdit ? (
                <button type="button" className={buttonClass('quiet')} onClick={() => setDialog('release')}>
                  {text.release}
                </button>
              ) : null}
              <button
                type="button"
                className={buttonClass('quiet')}
                aria-disabled={exporting.isPending}
                onClick={() => {
                  if (!exporting.isPending) exporting.mutate(undefined);
                }}
              >
                {exporting.isPending ? text.exporting : text.export}
              </button>
              {mayEdit ? (
                <button type="button" className={buttonClass('quiet')} onClick={() => setDialog(isFinal ? 'reopen' : 'finalize')}>
                  {isFinal ? text.reopen : text.finalize}
                </button>
              ) : null}
            </>
          )}
        </Cluster>
        {scheme.finalAt === undefined ? (
          <SaveState cells={cells} />
        ) : (
          <StateBadge tone="good">{text.finalSince(text.at(scheme.finalAt))}</StateBadge>
        )}
      </Cluster>
      <Conflicts gradebook={gradebook} cells={cells} />
      {columns.length === 0 ? (
        <EmptyState title={text.noColumns}>
          <p>{text.noColumnsLead}</p>
        </EmptyState>
      ) : students.length === 0 ? (
        <EmptyState title={text.noStudents}>
          <p>{text.noStudentsLead}</p>
        </EmptyState>
      ) : (
        <GradebookGrid gradebook={gradebook} cells={cells} isReadOnly={isReadOnly} onDetail={setDetail} />
      )}
      <AppealList classId={classId} gradebook={gradebook} mayEdit={mayEdit} onReplied={refresh} />
      {snapshots.length === 0 ? null : (
        <Section title={text.finalRecords}>
          <Stack as="ul" gap={12}>
            {snapshots.map(({ at, isFinal: wasFinal, reason }) => (
              <li key={at}>
                <Cluster gap={12} align="center">
                  <span>{text.finalRecord(wasFinal, text.at(at))}</span>
                  {reason === '' ? null : <Text tone="soft">{text.reason(reason)}</Text>}
                  <button
                    type="button"
                    className={buttonClass('quiet')}
                    aria-label={text.exportOf(text.at(at))}
                    onClick={() => {
                      if (!exporting.isPending) exporting.mutate(at);
                    }}
                  >
                    {text.export}
                  </button>
                </Cluster>
              </li>
            ))}
          </Stack>
        </Section>
      )}
      {dialog === 'scheme' ? (
        <SchemeDialog
          classId={classId}
          scheme={scheme}
          onSaved={(next) => {
            adopt(next);
            setDialog(undefined);
          }}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === 'release' ? (
        <ReleaseDialog classId={classId} scheme={scheme} onChanged={adopt} onClose={() => setDialog(undefined)} />
      ) : null}
      {dialog === 'finalize' ? (
        <ConfirmDialog
          title={text.finalizeTitle}
          confirmLabel={text.finalize}
          cancelLabel={text.cancel}
          isBusy={finalizing.isPending}
          onConfirm={() => finalizing.mutate({ isFinal: true, reason: '' })}
          onClose={() => setDialog(undefined)}
        >
          <p>{text.finalizeLead}</p>
        </ConfirmDialog>
      ) : null}
      {dialog === 'reopen' ? (
        <ReopenDialog
          isBusy={finalizing.isPending}
          onReopen={(reason) => finalizing.mutate({ isFinal: false, reason })}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {student === undefined || column === undefined ? null : (
        <CellDialog
          classId={classId}
          student={student}
          column={column}
          value={cells.valueOf(column.id, student.userId)}
          isOverride={cells.storedCell(column.id, student.userId)?.isOverride === true}
          isReadOnly={isReadOnly}
          onSet={(value, reason) => cells.set([{ columnId: column.id, userId: student.userId, value }], reason)}
          onClose={() => setDetail(undefined)}
        />
      )}
    </Stack>
  );
};
