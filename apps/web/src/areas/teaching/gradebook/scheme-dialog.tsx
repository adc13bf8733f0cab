/** Dialog in which a teacher arranges the categories, weights and columns of a gradebook. */
import { type GradeSchemeRecord, gradeDigits, LIMITS, newId, saveGradeScheme } from '@shufang/contract';
import { IconX } from '@shufang/icons';
import { buttonClass, Cluster, DialogActions, Grid, IconButton, ModalDialog, SelectField, Stack, Text, TextField } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import styles from './gradebook.module.css';

interface CategoryDraft {
  readonly id: string;
  readonly name: string;
  readonly weight: string;
  readonly method: 'points' | 'mean';
  readonly dropLowest: string;
}

interface ColumnDraft {
  readonly id: string;
  readonly title: string;
  readonly categoryId: string;
  readonly max: string;
}

interface SchemeDialogProps {
  readonly classId: string;
  readonly scheme: GradeSchemeRecord;
  readonly onSaved: (scheme: GradeSchemeRecord) => void;
  readonly onClose: () => void;
}

const DROP_MAX = 5;

const digitsField = z.object({ digits: z.string().transform(Number).pipe(gradeDigits) });

const numberOf = (typed: string): number | undefined => (/^\d{1,4}(\.\d{1,3})?$/.test(typed.trim()) ? Number(typed) : undefined);

const weightOf = ({ weight }: CategoryDraft): number | undefined => {
  const value = numberOf(weight);
  return value === undefined || value > 100 ? undefined : Math.round(value * 100);
};

const maxOf = ({ max }: ColumnDraft): number | undefined => {
  const value = numberOf(max);
  return value === undefined || value <= 0 || value * 1000 > LIMITS.gradeMaxMilli ? undefined : Math.round(value * 1000);
};

const replaced = <Item extends { readonly id: string }>(items: readonly Item[], id: string, change: Partial<Item>): Item[] =>
  items.map((item) => (item.id === id ? { ...item, ...change } : item));

export const SchemeDialog = ({ classId, scheme, onSaved, onClose }: SchemeDialogProps) => {
  const form = useForm({ initial: () => ({ digits: String(scheme.digits) }), schema: digitsField });
  const [categories, setCategories] = useState<readonly CategoryDraft[]>(() =>
    scheme.categories.map(({ id, name, weightBasisPoints, method, dropLowest }) => ({
      id,
      name,
      weight: String(weightBasisPoints / 100),
      method,
      dropLowest: String(dropLowest),
    })),
  );
  const [columns, setColumns] = useState<readonly ColumnDraft[]>(() =>
    scheme.columns.map(({ id, title, categoryId, maxMilli }) => ({ id, title, categoryId, max: String(maxMilli / 1000) })),
  );
  const [isChecked, setIsChecked] = useState(false);
  const saving = useMutation({
    mutationFn: (digits: GradeSchemeRecord['digits']) =>
      call(saveGradeScheme, {
        classId,
        rev: scheme.rev,
        digits,
        categories: categories.map((one) => ({
          id: one.id,
          name: one.name,
          weightBasisPoints: weightOf(one) ?? 0,
          method: one.method,
          dropLowest: Number(one.dropLowest),
        })),
        columns: columns.map((one) => ({ id: one.id, title: one.title, categoryId: one.categoryId, maxMilli: maxOf(one) ?? 0 })),
      }),
    onSuccess: onSaved,
  });
  const isValid =
    categories.every((one) => one.name.trim() !== '' && weightOf(one) !== undefined) &&
    columns.every((one) => one.title.trim() !== '' && maxOf(one) !== undefined);
  const weightSum = categories.reduce((sum, one) => sum + (weightOf(one) ?? 0), 0);
  const errorOf = (isWrong: boolean, message: string): string | undefined => (isChecked && isWrong ? message : undefined);
  return (
    <ModalDialog title={text.editScheme} onClose={onClose}>
      <Stack
        as="form"
        gap={20}
        noValidate
        onSubmit={form.handleSubmit(({ digits }) => {
          setIsChecked(true);
          if (isValid && !saving.isPending) saving.mutate(digits);
        })}
      >
        <Stack gap={12}>
          {categories.map((one) => (
            <Grid key={one.id} gap={8} className={styles.schemeRow}>
              <TextField
                label={text.categoryName}
                value={one.name}
                maxLength={LIMITS.gradeTitleChars}
                error={errorOf(one.name.trim() === '', text.nameNeeded)}
                onChange={(name) => setCategories(replaced(categories, one.id, { name }))}
              />
              <TextField
                label={text.weightPercent}
                value={one.weight}
                inputMode="decimal"
                error={errorOf(weightOf(one) === undefined, text.weightNeeded)}
                onChange={(weight) => setCategories(replaced(categories, one.id, { weight }))}
              />
              <SelectField
                label={text.method}
                value={one.method}
                options={(['points', 'mean'] as const).map((value) => ({ value, label: text.methods[value] }))}
                onChange={(method) => setCategories(replaced(categories, one.id, { method: method === 'mean' ? 'mean' : 'points' }))}
              />
              <SelectField
                label={text.dropLowest}
                value={one.dropLowest}
                options={Array.from({ length: DROP_MAX + 1 }, (_, count) => ({
                  value: String(count),
                  label: count === 0 ? text.dropNone : text.dropCount(count),
                }))}
                onChange={(dropLowest) => setCategories(replaced(categories, one.id, { dropLowest }))}
              />
              <IconButton
                name={text.removeCategory(one.name)}
                onClick={() => {
                  setCategories(categories.filter(({ id }) => id !== one.id));
                  setColumns(columns.filter(({ categoryId }) => categoryId !== one.id));
                }}
              >
                <IconX size={18} aria-hidden />
              </IconButton>
            </Grid>
          ))}
          <Cluster gap={12} align="center">
            <button
              type="button"
              className={buttonClass('quiet')}
              onClick={() => setCategories([...categories, { id: newId(), name: '', weight: '0', method: 'points', dropLowest: '0' }])}
            >
              {text.addCategory}
            </button>
            <Text size={14} tone="soft">
              {text.weightSum(text.weight(weightSum))}
            </Text>
          </Cluster>
          <Text as="p" size={13} tone="faint">
            {text.weightSumLead}
          </Text>
        </Stack>
        <Stack gap={12}>
          {columns.map((one) => (
            <Grid key={one.id} gap={8} className={styles.columnRow}>
              <TextField
                label={text.columnTitle}
                value={one.title}
                maxLength={LIMITS.gradeTitleChars}
                error={errorOf(one.title.trim() === '', text.nameNeeded)}
                onChange={(title) => setColumns(replaced(columns, one.id, { title }))}
              />
              <SelectField
                label={text.categoryName}
                value={one.categoryId}
                options={categories.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(categoryId) => setColumns(replaced(columns, one.id, { categoryId }))}
              />
              <TextField
                label={text.maxPoints}
                value={one.max}
                inputMode="decimal"
                error={errorOf(maxOf(one) === undefined, text.maxNeeded)}
                onChange={(max) => setColumns(replaced(columns, one.id, { max }))}
              />
              <IconButton name={text.removeColumn(one.title)} onClick={() => setColumns(columns.filter(({ id }) => id !== one.id))}>
                <IconX size={18} aria-hidden />
              </IconButton>
            </Grid>
          ))}
          <Cluster gap={12} align="center">
            <button
              type="button"
              className={buttonClass('quiet')}
              aria-disabled={categories.length === 0}
              onClick={() => {
                const categoryId = columns.at(-1)?.categoryId ?? categories[0]?.id;
                if (categoryId !== undefined) setColumns([...columns, { id: newId(), title: '', categoryId, max: '100' }]);
              }}
            >
              {text.addColumn}
            </button>
            {categories.length === 0 ? (
              <Text size={14} tone="soft">
                {text.categoryFirst}
              </Text>
            ) : null}
          </Cluster>
        </Stack>
        <SelectField
          label={text.digits}
          options={[0, 1, 2].map((count) => ({ value: String(count), label: text.digitsOf(count) }))}
          {...form.register('digits')}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
