/** The chapters of the book of a class: what is planned, how far the member is, and how many have read each. Teachers edit the plan. */
import { type ClassChapter, type ClassGroup, setChapterPlan } from '@shufang/contract';
import {
  buttonClass,
  Checkbox,
  Cluster,
  DialogActions,
  EmptyState,
  LoadFailure,
  ModalDialog,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  Stack,
  StateBadge,
  Text,
  TextField,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { classPlanQuery, refreshClasses } from '../../features/teaching/queries.ts';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { classPlanText as text } from '../../platform/messages/zh-cn/class-plan.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../platform/session/session.ts';

const MINUTE_MS = 60_000;

/** Formats a time for a `datetime-local` field, in the device's time zone. */
const fieldOf = (at: number | undefined): string => {
  if (at === undefined) return '';
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
};
const timeOf = (field: string): number | undefined => (field === '' ? undefined : new Date(field).getTime());

const fields = z
  .object({ opensAt: z.string(), dueAt: z.string() })
  .refine(({ opensAt, dueAt }) => opensAt === '' || dueAt === '' || opensAt < dueAt, { message: text.dueTooEarly, path: ['dueAt'] });

interface PlanDialogProps {
  readonly classId: string;
  readonly chapter: ClassChapter;
  readonly onClose: () => void;
}

const PlanDialog = ({ classId, chapter: { href, title, plan }, onClose }: PlanDialogProps) => {
  const queryClient = useQueryClient();
  const [isRequired, setRequired] = useState(plan?.isRequired ?? true);
  const [isHidden, setHidden] = useState(plan?.isHidden ?? false);
  const form = useForm({ initial: () => ({ opensAt: fieldOf(plan?.opensAt), dueAt: fieldOf(plan?.dueAt) }), schema: fields });
  const saving = useMutation({
    mutationFn: (next: ClassChapter['plan']) => call(setChapterPlan, { classId, href, ...(next === undefined ? {} : { plan: next }) }),
    onSuccess: () => {
      onClose();
      return refreshClasses(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((values) => {
    const [opensAt, dueAt] = [timeOf(values.opensAt), timeOf(values.dueAt)];
    if (saving.isPending) return;
    saving.mutate({
      isRequired,
      isHidden: isHidden && opensAt !== undefined,
      ...(opensAt === undefined ? {} : { opensAt }),
      ...(dueAt === undefined ? {} : { dueAt }),
    });
  });
  return (
    <ModalDialog title={text.dialogTitle(title)} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <Checkbox label={text.requiredField} checked={isRequired} onChange={({ target }) => setRequired(target.checked)} />
        <TextField label={text.opensAt} type="datetime-local" {...form.register('opensAt', ['dueAt'])} />
        <TextField label={text.dueAt} type="datetime-local" error={form.errors.dueAt?.message} {...form.register('dueAt')} />
        {form.values.opensAt === '' ? null : (
          <Stack gap={4}>
            <Checkbox label={text.hiddenField} checked={isHidden} onChange={({ target }) => setHidden(target.checked)} />
            <Text as="p" size={14} tone="soft">
              {text.hiddenHint}
            </Text>
          </Stack>
        )}
        {plan === undefined ? null : (
          <p>
            <button
              type="button"
              className={buttonClass('quietDanger')}
              aria-disabled={saving.isPending}
              onClick={() => {
                if (!saving.isPending) saving.mutate(undefined);
              }}
            >
              {text.remove}
            </button>
          </p>
        )}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

const Edit = ({ classId, chapter }: Omit<PlanDialogProps, 'onClose'>) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={buttonClass('quiet')} aria-label={text.editOf(chapter.title)} onClick={() => setOpen(true)}>
        {text.edit}
      </button>
      {isOpen ? <PlanDialog classId={classId} chapter={chapter} onClose={() => setOpen(false)} /> : null}
    </>
  );
};

const Plan = ({ plan }: Pick<ClassChapter, 'plan'>) => {
  if (plan === undefined) return <span>{text.none}</span>;
  const times = text.timesOf(plan);
  return (
    <Cluster as="span" gap={8} align="center">
      <StateBadge tone={plan.isRequired ? 'wait' : 'plain'}>{plan.isRequired ? text.required : text.optional}</StateBadge>
      {times === '' ? null : (
        <Text size={14} tone="soft">
          {times}
        </Text>
      )}
      {plan.isHidden ? <StateBadge>{text.hidden}</StateBadge> : null}
    </Cluster>
  );
};

const Own = ({ own }: Pick<ClassChapter, 'own'>) =>
  own === undefined ? null : (
    <Cluster as="span" gap={8} align="center">
      {own.isDone ? <StateBadge tone="good">{text.isDone}</StateBadge> : <span>{text.share(own)}</span>}
      <Text size={14} tone="soft">
        {text.minutes(own.seconds)}
      </Text>
    </Cluster>
  );

const columnsOf = ({ id, book, mayEdit, role }: ClassGroup, members: number): readonly RecordColumn<ClassChapter>[] => [
  {
    name: text.chapter,
    kind: 'head',
    render: ({ href, title, expectedMinutes }) => (
      <>
        {book === undefined ? (
          title
        ) : (
          <Text to={`/course/learning/${book.id}?href=${encodeURIComponent(href)}`} as={Link} tone="accent" underline>
            {title}
          </Text>
        )}
        <Text block size={13} tone="faint" weight={400}>
          {text.expected(expectedMinutes)}
        </Text>
      </>
    ),
  },
  { name: text.plan, render: ({ plan }) => <Plan plan={plan} /> },
  ...(role === 'student' ? [{ name: text.progress, render: ({ own }: ClassChapter) => <Own own={own} /> }] : []),
  { name: text.classProgress, render: ({ done }) => <Text whiteSpace="nowrap">{text.doneOf(done, members)}</Text> },
  ...(mayEdit
    ? [
        {
          name: recordsText.actions,
          kind: 'actions' as const,
          render: (chapter: ClassChapter) => <Edit classId={id} chapter={chapter} />,
        },
      ]
    : []),
];

export const ClassPlan = ({ group }: { group: ClassGroup }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(classPlanQuery(userId, group.id));
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  if (data.chapters.length === 0)
    return (
      <EmptyState title={text.empty}>
        <p>{text.emptyHint}</p>
      </EmptyState>
    );
  return (
    <Stack gap={12}>
      <Text as="p" size={14} tone="soft">
        {group.role === 'student' ? text.lead : text.leadForTeachers}
      </Text>
      <RecordTable caption={text.what} columns={columnsOf(group, data.members)} rows={data.chapters} keyOf={({ href }) => href} />
    </Stack>
  );
};
