/** Dialog that creates a license: the institution, its IP ranges, the books and the period. */
import { createLicense, type InputOf, type LicenseMode, licenseMode, licenseScope } from '@shufang/contract';
import {
  CheckboxOption,
  Column,
  DialogActions,
  ModalDialog,
  SelectField,
  Stack,
  Text,
  TextAreaField,
  TextButton,
  TextField,
} from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentType, Ref } from 'react';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { anyOf } from '../../../platform/forms/chosen.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { licensesText as text } from '../../../platform/messages/zh-cn/licenses.ts';
import { endOfDay, startOfDay } from '../../../platform/records/days.ts';
import { CapacityFields, capacityFields, limitsOf } from './license-capacity-dialog.tsx';
import styles from './licenses.module.css';

interface ChosenBook {
  readonly id: string;
  readonly title: string;
}

/** Component that searches for a book and lets the operator choose it; passed in by the page. */
export type BookPicker = ComponentType<{
  readonly chosen: ChosenBook | undefined;
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onChoose: (book: ChosenBook | undefined) => void;
}>;

const CIDR = /^[0-9a-f:.]{2,45}\/\d{1,3}$/i;
const networksIn = (lines: string): string[] => lines.split(/[\s,，;；]+/).filter((line) => line !== '');

/** Returns the error of the networks of a license by network; undefined if they are valid. */
const networksError = (lines: string): string | undefined => {
  const listed = networksIn(lines);
  if (listed.length === 0) return text.networksNeeded;
  const odd = listed.find((network) => !CIDR.test(network));
  return odd === undefined ? undefined : text.networkWrong(odd);
};

/** Condition of a rule that also applies if other fields are invalid, so that all errors are shown together. */
const always = (): boolean => true;

const licenseFields = z
  .object({
    institution: z.string().trim().min(1, text.institutionNeeded),
    modes: z.array(licenseMode).min(1, text.modesNeeded),
    networks: z.string(),
    scope: licenseScope,
    books: anyOf<readonly ChosenBook[]>(),
    from: z.string().refine((day) => startOfDay(day) !== undefined, text.daysNeeded),
    to: z.string().refine((day) => endOfDay(day) !== undefined, text.daysNeeded),
    contractNo: z.string().trim(),
    ...capacityFields,
    draft: z.boolean(),
  })
  .refine(({ modes, networks }) => !modes.includes('ip') || networksError(networks) === undefined, {
    path: ['networks'],
    error: ({ input }) => networksError((input as { networks: string }).networks),
    when: always,
  })
  .refine(({ scope, books }) => scope === 'all' || books.length > 0, { path: ['books'], error: text.booksNeeded, when: always })
  .refine(({ from, to }) => (startOfDay(from) ?? Number.NEGATIVE_INFINITY) < (endOfDay(to) ?? Number.POSITIVE_INFINITY), {
    path: ['to'],
    error: text.daysWrong,
    when: always,
  });
type LicenseInput = z.input<typeof licenseFields>;

const ChosenBooks = ({ books, onRemove }: { books: readonly ChosenBook[]; onRemove: (book: ChosenBook) => void }) => (
  <ul className={styles.chosen} aria-label={text.chosenBooks}>
    {books.map((book) => (
      <li key={book.id}>
        <span>{book.title}</span>
        <TextButton
          type="button"
          whiteSpace="nowrap"
          className={styles.remove}
          aria-label={text.removeBook(book.title)}
          onClick={() => onRemove(book)}
        >
          {text.remove}
        </TextButton>
      </li>
    ))}
  </ul>
);

const ModesField = ({
  chosen,
  error,
  onChange,
  firstRef,
}: {
  chosen: readonly LicenseMode[];
  error: string | undefined;
  onChange: (modes: LicenseMode[]) => void;
  /** Ref of the first checkbox. */
  firstRef: Ref<HTMLInputElement>;
}) => (
  <Column as="fieldset" gap={8} minWidth={0} className={styles.modes}>
    <legend>{text.modesLabel}</legend>
    {licenseMode.options.map((mode, index) => (
      <CheckboxOption
        key={mode}
        ref={index === 0 ? firstRef : undefined}
        look="small"
        align="baseline"
        checked={chosen.includes(mode)}
        aria-invalid={error !== undefined}
        onChange={(checked) => onChange(licenseMode.options.filter((each) => (each === mode ? checked : chosen.includes(each))))}
      >
        <span>
          {text.modes[mode]}
          <Text block size={13} tone="faint" weight={400}>
            {text.modeHints[mode]}
          </Text>
        </span>
      </CheckboxOption>
    ))}
    {error === undefined ? null : <p role="alert">{error}</p>}
  </Column>
);

interface LicenseDialogProps {
  readonly bookPicker: BookPicker;
  readonly onClose: () => void;
}

export const LicenseDialog = ({ bookPicker: ChooseBook, onClose }: LicenseDialogProps) => {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: (): LicenseInput => ({
      institution: '',
      modes: ['ip'],
      networks: '',
      scope: 'all',
      books: [],
      from: '',
      to: '',
      contractNo: '',
      seats: '',
      concurrent: '',
      draft: false,
    }),
    schema: licenseFields,
  });
  const { errors, values } = form;
  const { value: modes, onChange: changeModes, ref: modesRef } = form.register('modes', ['networks']);
  const { value: books, onChange: changeBooks, ref: booksRef } = form.register('books');
  const [scope, draft] = [form.register('scope', ['books']), form.register('draft')];
  const saving = useMutation({
    mutationFn: (license: InputOf<typeof createLicense>) => call(createLicense, license),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['license', 'licenses'] });
    },
  });
  const handleSubmit = form.handleSubmit(({ networks, scope: bookScope, books: listed, from, to, seats, concurrent, ...facts }) => {
    const [startsAt, endsAt] = [startOfDay(from), endOfDay(to)];
    if (startsAt === undefined || endsAt === undefined || saving.isPending) return;
    saving.mutate({
      ...facts,
      networks: facts.modes.includes('ip') ? networksIn(networks) : [],
      bookIds: bookScope === 'all' ? [] : listed.map(({ id }) => id),
      ...limitsOf({ seats, concurrent }),
      startsAt,
      endsAt,
    });
  });
  return (
    <ModalDialog title={text.createTitle} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.institution}
          hint={text.institutionHint}
          error={errors.institution?.message}
          maxLength={100}
          {...form.register('institution')}
        />
        <ModesField chosen={modes} error={errors.modes?.message} onChange={changeModes} firstRef={modesRef} />
        {modes.includes('ip') ? (
          <TextAreaField
            label={text.networks}
            hint={text.networksHint}
            error={errors.networks?.message}
            rows={3}
            maxLength={10_000}
            {...form.register('networks')}
          />
        ) : null}
        <SelectField
          label={text.scope}
          options={[
            { value: 'all', label: text.scopeAll },
            { value: 'books', label: text.scopeBooks },
          ]}
          {...scope}
        />
        {values.scope === 'all' ? null : (
          <div>
            {books.length === 0 ? null : (
              <ChosenBooks books={books} onRemove={(book) => changeBooks(books.filter(({ id }) => id !== book.id))} />
            )}
            <ChooseBook
              chosen={undefined}
              error={errors.books?.message}
              inputRef={booksRef}
              onChoose={(book) => {
                if (book !== undefined) changeBooks([...books.filter(({ id }) => id !== book.id), book]);
              }}
            />
          </div>
        )}
        <div className={styles.days}>
          <TextField label={text.from} type="date" error={errors.from?.message} {...form.register('from', ['to'])} />
          <TextField label={text.to} type="date" error={errors.to?.message} {...form.register('to')} />
        </div>
        <CapacityFields seats={form.register('seats')} concurrent={form.register('concurrent')} errors={errors} />
        <TextField label={text.contractNo} maxLength={60} {...form.register('contractNo')} />
        <CheckboxOption look="small" align="baseline" checked={draft.value} onChange={draft.onChange}>
          <span>
            {text.draft}
            <Text block size={13} tone="faint" weight={400}>
              {text.draftHint}
            </Text>
          </span>
        </CheckboxOption>
        <DialogActions cancelLabel={adminText.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
