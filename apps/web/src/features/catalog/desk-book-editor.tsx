/** What an editor writes of one book: facts, makers, cover; and its place on the shelf. */
import {
  accessModel,
  type BookRole,
  bookRole,
  type CategoryNode,
  type DeskBook,
  LIMITS,
  saveDeskBook,
  setBookCover,
  setBookPrice,
  uploadImage,
} from '@shufang/contract';
import { buttonClass, RecordCard, SelectField, StateBadge, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { upload } from '../../platform/api/upload.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import styles from './desk-books.module.css';
import { deskBookQuery, STATE_TONES } from './desk-books.tsx';
import { categoryTreeQuery } from './queries.ts';
import { ShelfSwitch } from './shelf-switch.tsx';

const text = deskText.books;

interface PersonDraft {
  readonly key: number;
  readonly name: string;
  readonly role: BookRole;
  readonly unit: string;
  readonly tel: string;
  readonly linked: DeskBook['contributors'][number]['linked'];
}

let lastKey = 0;
const draftOf = ({ name, role, unit, linked }: DeskBook['contributors'][number]): PersonDraft => {
  lastKey += 1;
  return { key: lastKey, name, role, unit, tel: '', linked };
};

const roleOptions = bookRole.options.map((value) => ({ value, label: text.roles[value] }));
const accessOptions = accessModel.options.map((value) => ({ value, label: catalogText.accessModels[value] }));
const categoryOptions = (nodes: readonly CategoryNode[], depth = 0): { value: string; label: string }[] =>
  nodes.flatMap(({ id, name, children }) => [{ value: id, label: '　'.repeat(depth) + name }, ...categoryOptions(children, depth + 1)]);

const useKeep = (): ((book: DeskBook) => void) => {
  const queryClient = useQueryClient();
  return (book) => {
    queryClient.setQueryData(deskBookQuery(book.bookId).queryKey, book);
    void queryClient.invalidateQueries({ queryKey: ['catalog'] });
  };
};

const Person = ({
  person,
  fault,
  onChange,
  onRemove,
}: {
  readonly person: PersonDraft;
  readonly fault: string | undefined;
  readonly onChange: (part: Partial<PersonDraft>) => void;
  readonly onRemove: () => void;
}) => (
  <li className={styles.person}>
    <TextField label={text.name} maxLength={60} fault={fault} value={person.name} onChange={(name) => onChange({ name })} />
    <SelectField
      label={text.role}
      options={roleOptions}
      value={person.role}
      onChange={(role) => onChange({ role: bookRole.parse(role) })}
    />
    <TextField label={text.unit} maxLength={60} value={person.unit} onChange={(unit) => onChange({ unit })} />
    {person.linked === undefined ? (
      <TextField label={text.tel} type="tel" inputMode="tel" maxLength={11} value={person.tel} onChange={(tel) => onChange({ tel })} />
    ) : null}
    <p className={styles.personActions}>
      {person.linked === undefined ? null : (
        <>
          <span>{text.linked(`${person.linked.name} ${person.linked.tel}`)}</span>
          <button
            type="button"
            className={styles.textButton}
            aria-label={text.unlinkOf(person.name)}
            onClick={() => onChange({ linked: undefined })}
          >
            {text.unlink}
          </button>
        </>
      )}
      <button type="button" className={styles.textButton} onClick={onRemove}>
        {text.removeContributor(person.name)}
      </button>
    </p>
  </li>
);

const FactsForm = ({ book }: { book: DeskBook }) => {
  const keep = useKeep();
  const categories = useQuery(categoryTreeQuery()).data ?? [];
  const [values, setValues] = useState({
    title: book.title,
    subtitle: book.subtitle,
    isbn: book.isbn,
    publisher: book.publisher,
    description: book.description,
    accessModel: book.accessModel,
    trialChapters: String(book.trialChapters),
    category: book.categoryIds[0] ?? '',
    reason: '',
  });
  const [people, setPeople] = useState<readonly PersonDraft[]>(() => book.contributors.map(draftOf));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const change = (part: Partial<typeof values>): void => setValues((before) => ({ ...before, ...part }));
  const changePerson = (key: number, part: Partial<PersonDraft>): void =>
    setPeople((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const saving = useMutation({
    mutationFn: () => {
      const { category, trialChapters, ...facts } = values;
      return call(saveDeskBook, {
        bookId: book.bookId,
        ...facts,
        trialChapters: Number(trialChapters),
        // The first is chosen here; others the book is filed under stay.
        categoryIds: [...(category === '' ? [] : [category]), ...book.categoryIds.slice(1)],
        contributors: people.map(({ name, role, unit, tel, linked }) => ({
          name,
          role,
          unit,
          ...(linked === undefined ? {} : { userId: linked.userId }),
          ...(tel.trim() === '' || linked !== undefined ? {} : { tel: tel.trim() }),
        })),
      });
    },
    onSuccess: (saved) => {
      setPeople(saved.contributors.map(draftOf));
      change({ reason: '', isbn: saved.isbn });
      keep(saved);
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const found: Record<string, string> = {};
    if (values.title.trim() === '') found['title'] = text.titleNeeded;
    if (!/^\d{1,3}$/.test(values.trialChapters.trim())) found['trial'] = text.trialWrong;
    for (const { key, name } of people) if (name.trim() === '') found[key] = text.nameNeeded;
    flushSync(() => setFaults(found));
    if (Object.keys(found).length > 0) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (!saving.isPending) saving.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <RecordCard title={text.facts}>
        <div className={styles.fields}>
          <TextField
            label={text.title}
            maxLength={120}
            fault={faults['title']}
            value={values.title}
            onChange={(title) => change({ title })}
          />
          <TextField label={text.subtitle} maxLength={120} value={values.subtitle} onChange={(subtitle) => change({ subtitle })} />
          <TextField label={text.isbn} maxLength={20} value={values.isbn} onChange={(isbn) => change({ isbn })} />
          <TextField label={text.publisher} maxLength={120} value={values.publisher} onChange={(publisher) => change({ publisher })} />
          <SelectField
            label={text.access}
            options={accessOptions}
            value={values.accessModel}
            onChange={(value) => change({ accessModel: accessModel.parse(value) })}
          />
          <TextField
            label={text.trial}
            inputMode="numeric"
            maxLength={3}
            fault={faults['trial']}
            value={values.trialChapters}
            onChange={(trialChapters) => change({ trialChapters })}
          />
          <SelectField
            label={text.category}
            options={[{ value: '', label: text.noCategory }, ...categoryOptions(categories)]}
            value={values.category}
            onChange={(category) => change({ category })}
          />
          <div className={styles.wide}>
            <TextAreaField
              label={text.description}
              rows={5}
              maxLength={5_000}
              value={values.description}
              onChange={(description) => change({ description })}
            />
          </div>
        </div>
      </RecordCard>
      <RecordCard title={text.contributors}>
        <p className={styles.hint}>{text.contributorsHint}</p>
        <ul>
          {people.map((person) => (
            <Person
              key={person.key}
              person={person}
              fault={faults[person.key]}
              onChange={(part) => changePerson(person.key, part)}
              onRemove={() => setPeople((before) => before.filter(({ key }) => key !== person.key))}
            />
          ))}
        </ul>
        <button
          type="button"
          className={buttonClass('quiet')}
          onClick={() => setPeople((before) => [...before, draftOf({ name: '', role: 'contributor', unit: '' })])}
        >
          {text.addContributor}
        </button>
      </RecordCard>
      <TextField
        label={text.editReason}
        hint={deskText.reasonHint}
        maxLength={LIMITS.operatorReasonChars}
        value={values.reason}
        onChange={(reason) => change({ reason })}
      />
      <div className={styles.actions}>
        <button type="submit" className={buttonClass()} aria-disabled={saving.isPending}>
          {saving.isPending ? deskText.saving : deskText.save}
        </button>
      </div>
    </form>
  );
};

const Price = ({ book }: { book: DeskBook }) => {
  const queryClient = useQueryClient();
  const [yuan, setYuan] = useState((book.priceFen / 100).toFixed(2));
  const [isWrong, setWrong] = useState(false);
  const saving = useMutation({
    mutationFn: (priceFen: number) => call(setBookPrice, { bookId: book.bookId, priceFen }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  });
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const [, whole = '', rest = ''] = /^(\d{1,5})(?:\.(\d{1,2}))?$/.exec(yuan.trim()) ?? [];
    const priceFen = Number(whole) * 100 + Number(rest.padEnd(2, '0'));
    const wrong = whole === '' || priceFen < 1 || priceFen > LIMITS.priceFenMax;
    setWrong(wrong);
    if (!wrong && !saving.isPending) saving.mutate(priceFen);
  };
  return (
    <form className={styles.priceForm} noValidate onSubmit={handleSubmit}>
      <TextField
        label={text.priceLabel}
        inputMode="decimal"
        maxLength={8}
        fault={isWrong ? text.priceWrong : undefined}
        value={yuan}
        onChange={setYuan}
      />
      <button type="submit" className={buttonClass('quiet')} aria-disabled={saving.isPending}>
        {text.savePrice}
      </button>
    </form>
  );
};

const Cover = ({ book }: { book: DeskBook }) => {
  const keep = useKeep();
  const input = useRef<HTMLInputElement>(null);
  const changing = useMutation({
    mutationFn: async (file: File) => {
      const { id } = await upload(uploadImage, { purpose: 'image' }, file);
      return call(setBookCover, { bookId: book.bookId, fileId: id });
    },
    onSuccess: keep,
  });
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file !== undefined) changing.mutate(file);
  };
  const { cover } = book;
  return (
    <RecordCard title={text.cover}>
      <div className={styles.cover}>
        {cover === undefined ? (
          <p>{text.noCover}</p>
        ) : (
          <img src={cover.url} width={cover.width} height={cover.height} alt={text.coverOf(book.title)} />
        )}
        <div>
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-label={text.chooseCover}
            accept="image/png,image/jpeg,image/webp"
            onChange={handleChange}
          />
          <button
            type="button"
            className={buttonClass('quiet')}
            aria-disabled={changing.isPending}
            onClick={() => {
              if (!changing.isPending) input.current?.click();
            }}
          >
            {changing.isPending ? deskText.saving : text.chooseCover}
          </button>
          <p className={styles.hint}>{text.coverHint}</p>
        </div>
      </div>
    </RecordCard>
  );
};

export const DeskBookEditor = ({ book }: { book: DeskBook }) => (
  <div className={styles.form}>
    <RecordCard title={text.shelf} mark={<StateBadge tone={STATE_TONES[book.state]}>{importText.shelf[book.state]}</StateBadge>}>
      <div className={styles.actions}>
        <ShelfSwitch record={{ bookId: book.bookId, title: book.title, state: book.state }} />
      </div>
      {book.accessModel === 'paid' ? <Price book={book} /> : null}
    </RecordCard>
    <FactsForm key={book.bookId} book={book} />
    <Cover book={book} />
  </div>
);
