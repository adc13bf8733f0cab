/** Dialog that creates a license: the institution, its IP ranges, the books and the period. */
import { createLicense, type LicenseMode, licenseMode } from '@shufang/contract';
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
import { type ComponentType, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../../platform/api/client.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { licensesText as text } from '../../../platform/messages/zh-cn/licenses.ts';
import { endOfDay, startOfDay } from '../../../platform/records/days.ts';
import { CapacityFields, type CapacityInput, capacityError, parseCapacity } from './license-capacity-dialog.tsx';
import styles from './licenses.module.css';

interface ChosenBook {
  readonly id: string;
  readonly title: string;
}

/** Component that searches for a book and lets the operator choose it; passed in by the page. */
export type BookPicker = ComponentType<{
  readonly chosen: ChosenBook | undefined;
  readonly error?: string | undefined;
  readonly onChoose: (book: ChosenBook | undefined) => void;
}>;

const CIDR = /^[0-9a-f:.]{2,45}\/\d{1,3}$/i;
const networksIn = (lines: string): string[] => lines.split(/[\s,，;；]+/).filter((line) => line !== '');

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
}: {
  chosen: readonly LicenseMode[];
  error: string | undefined;
  onChange: (modes: readonly LicenseMode[]) => void;
}) => (
  <Column as="fieldset" gap={8} minWidth={0} className={styles.modes}>
    <legend>{text.modesLabel}</legend>
    {licenseMode.options.map((mode) => (
      <CheckboxOption
        key={mode}
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
  const form = useRef<HTMLFormElement>(null);
  const [institution, setInstitution] = useState('');
  const [modes, setModes] = useState<readonly LicenseMode[]>(['ip']);
  const [networks, setNetworks] = useState('');
  const [scope, setScope] = useState<'all' | 'books'>('all');
  const [books, setBooks] = useState<readonly ChosenBook[]>([]);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [contractNo, setContractNo] = useState('');
  const [capacity, setCapacity] = useState<CapacityInput>({ seats: '', concurrent: '' });
  const [isDraft, setDraft] = useState(false);
  const [isTried, setTried] = useState(false);
  const byNetwork = modes.includes('ip');
  const listed = byNetwork ? networksIn(networks) : [];
  const odd = listed.find((network) => !CIDR.test(network));
  const [startsAt, endsAt] = [startOfDay(from), endOfDay(to)];
  const errors = {
    institution: institution.trim() === '' ? text.institutionNeeded : undefined,
    modes: modes.length === 0 ? text.modesNeeded : undefined,
    networks: !byNetwork ? undefined : listed.length === 0 ? text.networksNeeded : odd === undefined ? undefined : text.networkWrong(odd),
    books: scope === 'books' && books.length === 0 ? text.booksNeeded : undefined,
    from: startsAt === undefined ? text.daysNeeded : undefined,
    seats: capacityError(capacity.seats),
    concurrent: capacityError(capacity.concurrent),
    to: endsAt === undefined ? text.daysNeeded : startsAt !== undefined && startsAt >= endsAt ? text.daysWrong : undefined,
  };
  const shown: Partial<typeof errors> = isTried ? errors : {};
  const saving = useMutation({
    mutationFn: (term: { startsAt: number; endsAt: number }) =>
      call(createLicense, {
        institution: institution.trim(),
        modes: [...modes],
        networks: listed,
        bookIds: scope === 'all' ? [] : books.map(({ id }) => id),
        contractNo: contractNo.trim(),
        ...parseCapacity(capacity),
        draft: isDraft,
        ...term,
      }),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['license', 'licenses'] });
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    flushSync(() => setTried(true));
    if (Object.values(errors).some((error) => error !== undefined))
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (startsAt !== undefined && endsAt !== undefined && !saving.isPending) saving.mutate({ startsAt, endsAt });
  };
  return (
    <ModalDialog title={text.createTitle} onClose={onClose}>
      <Stack ref={form} as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.institution}
          hint={text.institutionHint}
          error={shown.institution}
          maxLength={100}
          value={institution}
          onChange={setInstitution}
        />
        <ModesField chosen={modes} error={shown.modes} onChange={setModes} />
        {byNetwork ? (
          <TextAreaField
            label={text.networks}
            hint={text.networksHint}
            error={shown.networks}
            rows={3}
            maxLength={10_000}
            value={networks}
            onChange={setNetworks}
          />
        ) : null}
        <SelectField
          label={text.scope}
          options={[
            { value: 'all', label: text.scopeAll },
            { value: 'books', label: text.scopeBooks },
          ]}
          value={scope}
          onChange={(value) => setScope(value === 'books' ? 'books' : 'all')}
        />
        {scope === 'all' ? null : (
          <div>
            {books.length === 0 ? null : (
              <ChosenBooks books={books} onRemove={(book) => setBooks((before) => before.filter(({ id }) => id !== book.id))} />
            )}
            <ChooseBook
              chosen={undefined}
              error={shown.books}
              onChoose={(book) => {
                if (book !== undefined) setBooks((before) => [...before.filter(({ id }) => id !== book.id), book]);
              }}
            />
          </div>
        )}
        <div className={styles.days}>
          <TextField label={text.from} type="date" error={shown.from} value={from} onChange={setFrom} />
          <TextField label={text.to} type="date" error={shown.to} value={to} onChange={setTo} />
        </div>
        <CapacityFields typed={capacity} errors={{ seats: shown.seats, concurrent: shown.concurrent }} onChange={setCapacity} />
        <TextField label={text.contractNo} maxLength={60} value={contractNo} onChange={setContractNo} />
        <CheckboxOption look="small" align="baseline" checked={isDraft} onChange={setDraft}>
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
