/** `/class/:id/accommodations`: teachers of a class set once what a student needs in every assignment. */
import { LIMITS, listAccommodations, type OutputOf, setAccommodation } from '@shufang/contract';
import {
  buttonClass,
  DialogActions,
  EmptyState,
  ModalDialog,
  PageHeader,
  type RecordColumn,
  RecordTable,
  Stack,
  Text,
  TextButton,
  TextField,
} from '@shufang/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { RecordPage, RecordPending } from '../../../features/account/record-page.tsx';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { accommodationText as text } from '../../../platform/messages/zh-cn/accommodation.ts';
import { useSession } from '../../../platform/session/session.ts';
import { refreshAssignments } from '../assignment/queries.ts';
import { type AccommodationFields, accommodationFields, accommodationFrom, fieldsFrom } from './accommodation-fields.ts';

type Student = OutputOf<typeof listAccommodations>['students'][number];

const accommodationsQuery = (userId: string | undefined, classId: string) =>
  queryOptions({
    queryKey: ['assignment', 'accommodations', userId, classId],
    queryFn: ({ signal }) => call(listAccommodations, { classId }, { signal }),
    enabled: userId !== undefined,
    staleTime: 0,
    retry: false,
    meta: { claims: true },
  });

const AccommodationDialog = ({ classId, student, onClose }: { classId: string; student: Student; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useForm({ initial: () => fieldsFrom(student.accommodation, student.note), schema: accommodationFields });
  const saving = useMutation({
    mutationFn: (fields: AccommodationFields) =>
      call(setAccommodation, { classId, userId: student.userId, accommodation: accommodationFrom(fields), note: fields.note }),
    onSuccess: () => {
      onClose();
      return refreshAssignments(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  const { errors, register } = form;
  return (
    <ModalDialog title={text.dialogTitle(student.name)} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.time}
          hint={text.timeHint}
          inputMode="decimal"
          maxLength={5}
          error={errors.factor?.message}
          {...register('factor')}
        />
        <TextField
          label={text.attempts}
          hint={text.attemptsHint}
          inputMode="numeric"
          maxLength={2}
          error={errors.attempts?.message}
          {...register('attempts')}
        />
        <TextField label={text.until} hint={text.untilHint} type="date" {...register('until')} />
        <TextField label={text.note} hint={text.noteHint} maxLength={LIMITS.accommodationNoteChars} {...register('note')} />
        {student.accommodation === undefined ? null : (
          <div>
            <TextButton
              tone="soft"
              underline
              aria-disabled={saving.isPending}
              onClick={() => {
                if (!saving.isPending) saving.mutate(fieldsFrom(undefined, undefined));
              }}
            >
              {text.remove}
            </TextButton>
          </div>
        )}
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

const columnsOf = (onEdit: ((student: Student) => void) | undefined): readonly RecordColumn<Student>[] => [
  {
    name: text.columns.name,
    kind: 'head',
    render: ({ name, studentNo }) => (
      <>
        {name}
        <Text block size={13} tone="faint" weight={400}>
          {studentNo}
        </Text>
      </>
    ),
  },
  {
    name: text.columns.time,
    render: ({ accommodation }) => (
      <span>{accommodation === undefined ? text.usual : text.timeOf(accommodation.timeFactorBasisPoints)}</span>
    ),
  },
  {
    name: text.columns.attempts,
    render: ({ accommodation }) => <span>{accommodation === undefined ? text.usual : text.attemptsOf(accommodation.extraAttempts)}</span>,
  },
  {
    name: text.columns.until,
    render: ({ accommodation }) => (accommodation === undefined ? null : <span>{text.untilOf(accommodation.validUntil)}</span>),
  },
  { name: text.columns.note, render: ({ note }) => <span>{note ?? ''}</span> },
  ...(onEdit === undefined
    ? []
    : [
        {
          name: text.columns.action,
          kind: 'actions' as const,
          render: (student: Student) => (
            <TextButton tone="accent" underline aria-label={text.editOf(student.name)} onClick={() => onEdit(student)}>
              {text.edit}
            </TextButton>
          ),
        },
      ]),
];

const Loaded = ({ classId }: { classId: string }) => {
  const userId = useSession((session) => session.userId);
  const [edited, setEdited] = useState<Student>();
  const { data, error, refetch } = useQuery(accommodationsQuery(userId, classId));
  if (data !== undefined) {
    return (
      <>
        <PageHeader title={text.titleOf(data.className)} lead={data.mayEdit ? text.lead : text.readOnly}>
          <Link to={`/class/${classId}?tab=work`} className={buttonClass('quiet')}>
            {text.backToClass}
          </Link>
        </PageHeader>
        {data.students.length === 0 ? (
          <EmptyState title={text.noStudents}>
            <p>{text.noStudentsHint}</p>
          </EmptyState>
        ) : (
          <RecordTable
            caption={text.what}
            columns={columnsOf(data.mayEdit ? setEdited : undefined)}
            rows={data.students}
            keyOf={(student) => student.userId}
          />
        )}
        {edited === undefined ? null : (
          <AccommodationDialog key={edited.userId} classId={classId} student={edited} onClose={() => setEdited(undefined)} />
        )}
      </>
    );
  }
  return (
    <RecordPending
      title={text.title}
      what={text.what}
      error={error}
      onRetry={() => void refetch()}
      missingCodes={['class.notFound', 'request.invalid', 'forbidden']}
      missing={{ title: text.notFound, hint: text.notFoundHint, link: { to: '/user#classes', text: text.toClasses } }}
    />
  );
};

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <RecordPage title={text.title} signedOutText={text.signedOut}>
      <Loaded key={id} classId={id} />
    </RecordPage>
  );
};
