/** The settings of a class: its teacher changes it, copies it for the next term, ends it, archives it and reopens it; others may leave. */
import { type ClassGroup, type ClassStatus, copyClass, joinPolicy, LIMITS, setClassStatus, updateClass } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, DialogActions, ModalDialog, RecordCard, SelectField, Stack, TextField } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { classesQuery, refreshClasses } from '../../features/teaching/queries.ts';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { useSession } from '../../platform/session/session.ts';
import { ClassLeave } from './class-leave.tsx';

interface DialogProps {
  readonly group: ClassGroup;
  readonly onClose: () => void;
}

const nameFields = { name: z.string().trim().min(1, text.nameNeeded), term: z.string().trim().min(1, text.termNeeded) };
const editFields = z.object({ ...nameFields, institutionId: z.string(), joinPolicy });
const copyFields = z.object(nameFields);

const EditDialog = ({ group, onClose }: DialogProps) => {
  const queryClient = useQueryClient();
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(classesQuery(userId));
  const form = useForm({
    initial: () => ({
      name: group.name,
      term: group.term,
      institutionId: group.institution?.id ?? '',
      joinPolicy: group.joinPolicy,
    }),
    schema: editFields,
  });
  // Until the institutions are loaded, or if that fails, the class can stay where it is or leave its institution.
  const own = data?.institutions ?? [];
  const institutions =
    group.institution === undefined || own.some(({ id }) => id === group.institution?.id) ? own : [group.institution, ...own];
  const saving = useMutation({
    mutationFn: ({ institutionId, ...fields }: z.output<typeof editFields>) =>
      call(updateClass, { id: group.id, ...fields, ...(institutionId === '' ? {} : { institutionId }) }),
    onSuccess: () => {
      onClose();
      return refreshClasses(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  const { name, term } = form.errors;
  const policy = form.register('joinPolicy');
  return (
    <ModalDialog title={text.edit} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextField label={text.name} error={name?.message} maxLength={LIMITS.classNameChars} {...form.register('name')} />
        <TextField label={text.term} error={term?.message} maxLength={LIMITS.classTermChars} {...form.register('term')} />
        {institutions.length === 0 ? null : (
          <SelectField
            label={text.institution}
            options={[...institutions.map((one) => ({ value: one.id, label: one.name })), { value: '', label: text.noInstitution }]}
            {...form.register('institutionId')}
          />
        )}
        <SelectField
          label={text.joinPolicy}
          options={joinPolicy.options.map((value) => ({ value, label: text.joinPolicies[value] }))}
          {...policy}
          onChange={(value) => policy.onChange(value)}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.editSave} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

const CopyDialog = ({ group, onClose }: DialogProps) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initial: () => ({ name: group.name, term: text.termAt(Date.now()) }), schema: copyFields });
  const copying = useMutation({
    mutationFn: (fields: z.output<typeof copyFields>) => call(copyClass, { id: group.id, ...fields }),
    onSuccess: async ({ id }) => {
      onClose();
      await refreshClasses(queryClient);
      await navigate(`/class/${id}`);
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!copying.isPending) copying.mutate(fields);
  });
  const { name, term } = form.errors;
  return (
    <ModalDialog title={text.copy} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <p>{text.copyLead}</p>
        <TextField label={text.name} error={name?.message} maxLength={LIMITS.classNameChars} {...form.register('name')} />
        <TextField label={text.term} error={term?.message} maxLength={LIMITS.classTermChars} {...form.register('term')} />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.copySave} isBusy={copying.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

/** The states to which a class in each state can change. */
const NEXT: Readonly<Record<ClassStatus, readonly ClassStatus[]>> = {
  active: ['ended'],
  ended: ['active', 'archived'],
  archived: ['active'],
};

const StatusButton = ({ group, status }: { group: ClassGroup; status: ClassStatus }) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const changing = useMutation({
    mutationFn: () => call(setClassStatus, { id: group.id, status }),
    onSuccess: () => {
      setAsks(false);
      return refreshClasses(queryClient);
    },
  });
  return (
    <>
      <button type="button" className={buttonClass('quiet')} onClick={() => setAsks(true)}>
        {text.statusActions[status]}
      </button>
      {asks ? (
        <ConfirmDialog
          title={text.statusTitles[status]}
          confirmLabel={text.statusActions[status]}
          cancelLabel={text.cancel}
          isBusy={changing.isPending}
          onConfirm={() => changing.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>{text.statusLeads[status]}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

const TeacherSettings = ({ group }: { group: ClassGroup }) => {
  const [shown, setShown] = useState<'edit' | 'copy'>();
  const handleClose = (): void => setShown(undefined);
  return (
    <Cluster gap={12}>
      <button type="button" className={buttonClass('quiet')} onClick={() => setShown('edit')}>
        {text.edit}
      </button>
      <button type="button" className={buttonClass('quiet')} onClick={() => setShown('copy')}>
        {text.copy}
      </button>
      {NEXT[group.status].map((status) => (
        <StatusButton key={status} group={group} status={status} />
      ))}
      {shown === 'edit' ? <EditDialog group={group} onClose={handleClose} /> : null}
      {shown === 'copy' ? <CopyDialog group={group} onClose={handleClose} /> : null}
    </Cluster>
  );
};

/** What the teacher to whom the class belongs may change; everyone else may leave. */
export const ClassSettings = ({ group }: { group: ClassGroup }) => (
  <RecordCard title={group.role === 'teacher' ? text.settings : text.leave}>
    {group.role === 'teacher' ? (
      <TeacherSettings group={group} />
    ) : (
      <Stack gap={12}>
        <p>{text.leaveLead}</p>
        <ClassLeave group={group} />
      </Stack>
    )}
  </RecordCard>
);
