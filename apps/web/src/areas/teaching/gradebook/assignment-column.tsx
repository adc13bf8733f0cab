/** Where an assignment counts in the gradebook: its category and points, for the teacher of the class. */
import { type Assignment, type getAssignmentColumn, LIMITS, type OutputOf, setAssignmentColumn } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  DialogActions,
  LoadFailure,
  ModalDialog,
  RecordsSkeleton,
  Section,
  SelectField,
  Stack,
  Text,
  TextField,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { assignmentColumnQuery } from './queries.ts';

type Column = OutputOf<typeof getAssignmentColumn>;

const NEW = 'new';
const MILLI = 1000;

const isNumber = (typed: string): boolean => /^\d{1,4}(\.\d{1,3})?$/.test(typed.trim());

const columnFields = z.object({ category: z.string(), name: z.string().trim(), weight: z.string(), max: z.string() }).check((context) => {
  const { category, name, weight, max } = context.value;
  const fail = (field: string, message: string): void => {
    context.issues.push({ code: 'custom', path: [field], message, input: context.value });
  };
  if (category === NEW && name === '') fail('name', text.nameNeeded);
  if (category === NEW && !(isNumber(weight) && Number(weight) <= 100)) fail('weight', text.weightNeeded);
  if (!isNumber(max) || Number(max) <= 0 || Number(max) * MILLI > LIMITS.gradeMaxMilli) fail('max', text.maxNeeded);
});

interface ColumnDialogProps {
  readonly one: Assignment;
  readonly data: Column;
  readonly onClose: () => void;
}

const ColumnDialog = ({ one, data, onClose }: ColumnDialogProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: () => ({
      category: data.column?.categoryId ?? data.categories[0]?.id ?? NEW,
      name: text.defaultCategory,
      weight: '100',
      max: String((data.column?.maxMilli ?? one.possibleMilli) / MILLI),
    }),
    schema: columnFields,
  });
  const saving = useMutation({
    mutationFn: ({ category, name, weight, max }: z.output<typeof columnFields>) =>
      call(setAssignmentColumn, {
        assignmentId: one.id,
        column: {
          category: category === NEW ? { name, weightBasisPoints: Math.round(Number(weight) * 100) } : { id: category },
          maxMilli: Math.round(Number(max) * MILLI),
        },
      }),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['grade'] });
    },
  });
  const { errors, register, values } = form;
  const category = register('category');
  return (
    <ModalDialog title={text.countTitle(one.title)} onClose={onClose}>
      <Stack
        as="form"
        gap={20}
        noValidate
        onSubmit={form.handleSubmit((fields) => {
          if (!saving.isPending) saving.mutate(fields);
        })}
      >
        <p>{text.countLead}</p>
        <SelectField
          label={text.categoryName}
          options={[
            ...data.categories.map(({ id, name, weightBasisPoints }) => ({
              value: id,
              label: text.categoryOption(name, text.weight(weightBasisPoints)),
            })),
            { value: NEW, label: text.newCategory },
          ]}
          {...category}
          onChange={(value) => category.onChange(value)}
        />
        {values.category === NEW ? (
          <>
            <TextField label={text.newCategoryName} maxLength={LIMITS.gradeTitleChars} error={errors.name?.message} {...register('name')} />
            <TextField label={text.weightPercent} inputMode="decimal" error={errors.weight?.message} {...register('weight')} />
          </>
        ) : null}
        <TextField
          label={text.maxPoints}
          inputMode="decimal"
          hint={text.maxHint(one.possibleMilli)}
          error={errors.max?.message}
          {...register('max')}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

const Loaded = ({ one, data }: { one: Assignment; data: Column }) => {
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const removing = useMutation({
    mutationFn: () => call(setAssignmentColumn, { assignmentId: one.id, column: null }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['grade'] }),
  });
  const { column, categories, isFinal } = data;
  const category = categories.find(({ id }) => id === column?.categoryId);
  return (
    <Stack gap={12}>
      <Text as="p">
        {column === undefined || category === undefined
          ? text.notCountedYet
          : text.countedIn(category.name, text.weight(category.weightBasisPoints), column.maxMilli)}
      </Text>
      {isFinal ? <Text as="p">{text.finalNow}</Text> : null}
      <Cluster gap={12} align="center">
        {one.mayEdit && !isFinal ? (
          <>
            <button type="button" className={buttonClass(column === undefined ? undefined : 'quiet')} onClick={() => setIsOpen(true)}>
              {column === undefined ? text.count : text.changeCount}
            </button>
            {column === undefined ? null : (
              <button
                type="button"
                className={buttonClass('quiet')}
                aria-disabled={removing.isPending}
                onClick={() => {
                  if (!removing.isPending) removing.mutate();
                }}
              >
                {text.doNotCount}
              </button>
            )}
          </>
        ) : null}
        <Text to={`/class/${one.classId}?tab=grades`} as={Link} tone="accent" underline>
          {text.toGradebook}
        </Text>
      </Cluster>
      {isOpen ? <ColumnDialog one={one} data={data} onClose={() => setIsOpen(false)} /> : null}
    </Stack>
  );
};

/** The dialog that is shown right after a publication; nothing until the categories are known. */
export const CountDialog = ({ one, onClose }: { one: Assignment; onClose: () => void }) => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(assignmentColumnQuery(userId, one.id));
  return data === undefined || data.column !== undefined || data.isFinal ? null : <ColumnDialog one={one} data={data} onClose={onClose} />;
};

export const AssignmentColumn = ({ one }: { one: Assignment }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(assignmentColumnQuery(userId, one.id));
  return (
    <Section title={text.what}>
      {data !== undefined ? (
        <Loaded one={one} data={data} />
      ) : isError ? (
        <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
      ) : (
        <RecordsSkeleton label={recordsText.loading} />
      )}
    </Section>
  );
};
