/** Records what an institution has bought: its networks, the books, from when to when. */
import { createLicence, type LicenceMode, licenceMode } from '@shufang/contract';
import { DialogActions, ModalDialog, SelectField, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { licencesText as text } from '../../platform/messages/zh-cn/licences.ts';
import { endOfDay, startOfDay } from '../../platform/records/days.ts';
import { BookPicker, type ChosenBook } from './book-picker.tsx';
import { faultIn, PlacesFields, placesIn, type TypedPlaces } from './licence-places-dialog.tsx';
import styles from './licences.module.css';

const CIDR = /^[0-9a-f:.]{2,45}\/\d{1,3}$/i;
const networksIn = (lines: string): string[] => lines.split(/[\s,，;；]+/).filter((line) => line !== '');

const ChosenBooks = ({ books, onRemove }: { books: readonly ChosenBook[]; onRemove: (book: ChosenBook) => void }) => (
  <ul className={styles.chosen} aria-label={text.chosenBooks}>
    {books.map((book) => (
      <li key={book.id}>
        <span>{book.title}</span>
        <button type="button" className={styles.remove} aria-label={text.removeBook(book.title)} onClick={() => onRemove(book)}>
          {text.remove}
        </button>
      </li>
    ))}
  </ul>
);

const ModesField = ({
  chosen,
  fault,
  onChange,
}: {
  chosen: readonly LicenceMode[];
  fault: string | undefined;
  onChange: (modes: readonly LicenceMode[]) => void;
}) => (
  <fieldset className={styles.modes}>
    <legend>{text.modesLabel}</legend>
    {licenceMode.options.map((mode) => (
      <label key={mode} className={styles.draft}>
        <input
          type="checkbox"
          checked={chosen.includes(mode)}
          aria-invalid={fault !== undefined}
          onChange={({ currentTarget }) =>
            onChange(licenceMode.options.filter((each) => (each === mode ? currentTarget.checked : chosen.includes(each))))
          }
        />
        <span>
          {text.modes[mode]}
          <span className={styles.small}>{text.modeHints[mode]}</span>
        </span>
      </label>
    ))}
    {fault === undefined ? null : <p role="alert">{fault}</p>}
  </fieldset>
);

export const LicenceDialog = ({ onClose }: { onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [institution, setInstitution] = useState('');
  const [modes, setModes] = useState<readonly LicenceMode[]>(['ip']);
  const [networks, setNetworks] = useState('');
  const [scope, setScope] = useState<'all' | 'books'>('all');
  const [books, setBooks] = useState<readonly ChosenBook[]>([]);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [contractNo, setContractNo] = useState('');
  const [places, setPlaces] = useState<TypedPlaces>({ seats: '', concurrent: '' });
  const [isDraft, setDraft] = useState(false);
  const [isTried, setTried] = useState(false);
  const byNetwork = modes.includes('ip');
  const listed = byNetwork ? networksIn(networks) : [];
  const odd = listed.find((network) => !CIDR.test(network));
  const [startsAt, endsAt] = [startOfDay(from), endOfDay(to)];
  const faults = {
    institution: institution.trim() === '' ? text.institutionNeeded : undefined,
    modes: modes.length === 0 ? text.modesNeeded : undefined,
    networks: !byNetwork ? undefined : listed.length === 0 ? text.networksNeeded : odd === undefined ? undefined : text.networkWrong(odd),
    books: scope === 'books' && books.length === 0 ? text.booksNeeded : undefined,
    from: startsAt === undefined ? text.daysNeeded : undefined,
    seats: faultIn(places.seats),
    concurrent: faultIn(places.concurrent),
    to: endsAt === undefined ? text.daysNeeded : startsAt !== undefined && startsAt >= endsAt ? text.daysWrong : undefined,
  };
  const shown: Partial<typeof faults> = isTried ? faults : {};
  const saving = useMutation({
    mutationFn: (term: { startsAt: number; endsAt: number }) =>
      call(createLicence, {
        institution: institution.trim(),
        modes: [...modes],
        networks: listed,
        bookIds: scope === 'all' ? [] : books.map(({ id }) => id),
        contractNo: contractNo.trim(),
        ...placesIn(places),
        draft: isDraft,
        ...term,
      }),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: ['commerce', 'licences'] });
    },
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    flushSync(() => setTried(true));
    if (Object.values(faults).some((fault) => fault !== undefined))
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (startsAt !== undefined && endsAt !== undefined && !saving.isPending) saving.mutate({ startsAt, endsAt });
  };
  return (
    <ModalDialog title={text.createTitle} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.institution}
          hint={text.institutionHint}
          fault={shown.institution}
          maxLength={100}
          value={institution}
          onChange={setInstitution}
        />
        <ModesField chosen={modes} fault={shown.modes} onChange={setModes} />
        {byNetwork ? (
          <TextAreaField
            label={text.networks}
            hint={text.networksHint}
            fault={shown.networks}
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
            <BookPicker
              chosen={undefined}
              fault={shown.books}
              onChoose={(book) => {
                if (book !== undefined) setBooks((before) => [...before.filter(({ id }) => id !== book.id), book]);
              }}
            />
          </div>
        )}
        <div className={styles.days}>
          <TextField label={text.from} type="date" fault={shown.from} value={from} onChange={setFrom} />
          <TextField label={text.to} type="date" fault={shown.to} value={to} onChange={setTo} />
        </div>
        <PlacesFields typed={places} faults={{ seats: shown.seats, concurrent: shown.concurrent }} onChange={setPlaces} />
        <TextField label={text.contractNo} maxLength={60} value={contractNo} onChange={setContractNo} />
        <label className={styles.draft}>
          <input type="checkbox" checked={isDraft} onChange={({ currentTarget }) => setDraft(currentTarget.checked)} />
          <span>
            {text.draft}
            <span className={styles.small}>{text.draftHint}</span>
          </span>
        </label>
        <DialogActions cancelLabel={deskText.cancel} submitLabel={text.save} isBusy={saving.isPending} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};
