/** What an editor writes of one book: facts, makers, cover; and its place on the shelf. */
import {
  accessModel,
  type BookRole,
  bookLevel,
  bookRole,
  type CategoryKind,
  type CategoryNode,
  categoryKind,
  type DeskBook,
  LIMITS,
  saveDeskBook,
  setBookCover,
} from '@shufang/contract';
import { buttonClass, RecordCard, SelectField, SortableList, StateBadge, TextAreaField, TextField } from '@shufang/ui';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import { DeskBookEditions } from './desk-book-editions.tsx';
import { DeskBookPrice } from './desk-book-price.tsx';
import { DeskBookRemoval } from './desk-book-removal.tsx';
import styles from './desk-books.module.css';
import { deskBookQuery, STATE_TONES } from './desk-books.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { categoryTreeQuery } from './queries.ts';
import { ShelfSwitch } from './shelf-switch.tsx';

const text = deskText.books;
const { book: more, order: orderText } = deskCatalogueText;

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
const levelOptions = [
  { value: '', label: more.noLevel },
  ...bookLevel.options.map((value) => ({ value, label: catalogText.levels[value] })),
];
const kindOptions = categoryKind.options.map((value) => ({ value, label: catalogText.categoryKinds[value] }));
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
  <div className={styles.person}>
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
  </div>
);

/** A subject of a school is called with its grade. */
const namesOf = (nodes: readonly CategoryNode[], above: readonly string[] = []): ReadonlyMap<string, string> =>
  new Map(
    nodes.flatMap(({ id, kind, name, children }): (readonly [string, string])[] => [
      [id, kind === 'school' && above.length > 1 ? `${above.at(-1)}${name}` : name],
      ...namesOf(children, [...above, name]),
    ]),
  );

interface CategoriesProps {
  readonly tree: readonly CategoryNode[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The server takes no more than ten. */
const CATEGORIES_MAX = 10;

const Categories = ({ tree, chosen, onChange }: CategoriesProps) => {
  const names = namesOf(tree);
  const [kind, setKind] = useState<CategoryKind>(() => tree.find(({ id }) => id === chosen[0])?.kind ?? 'discipline');
  const left = categoryOptions(tree.filter((node) => node.kind === kind)).filter(({ value }) => !chosen.includes(value));
  return (
    <fieldset className={styles.categories}>
      <legend>{more.categories}</legend>
      {chosen.length === 0 ? (
        <p className={styles.note}>{more.noCategories}</p>
      ) : (
        <ul className={styles.chips}>
          {chosen.map((id) => (
            <li key={id} className={styles.chip}>
              {names.get(id) ?? id}
              <button
                type="button"
                aria-label={more.removeCategory(names.get(id) ?? id)}
                onClick={() => onChange(chosen.filter((one) => one !== id))}
              >
                <IconX size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length < CATEGORIES_MAX ? (
        <div className={styles.categoryFields}>
          <SelectField label={more.kind} options={kindOptions} value={kind} onChange={(value) => setKind(categoryKind.parse(value))} />
          <SelectField
            label={more.addCategory}
            options={[{ value: '', label: more.chooseCategory }, ...left]}
            value=""
            onChange={(id) => {
              if (id !== '') onChange([...chosen, id]);
            }}
          />
        </div>
      ) : null}
    </fieldset>
  );
};

const FactsForm = ({ book }: { book: DeskBook }) => {
  const keep = useKeep();
  const categories = useQuery(categoryTreeQuery()).data ?? [];
  const [values, setValues] = useState({
    title: book.title,
    subtitle: book.subtitle,
    isbn: book.isbn,
    publisher: book.publisher,
    description: book.description,
    level: book.level ?? '',
    accessModel: book.accessModel,
    trialChapters: String(book.trialChapters),
    planTag: book.planTag,
    planProof: book.planProof,
    reason: '',
  });
  const [categoryIds, setCategoryIds] = useState<readonly string[]>(book.categoryIds);
  const [people, setPeople] = useState<readonly PersonDraft[]>(() => book.contributors.map(draftOf));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const change = (part: Partial<typeof values>): void => setValues((before) => ({ ...before, ...part }));
  const changePerson = (key: number, part: Partial<PersonDraft>): void =>
    setPeople((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const saving = useMutation({
    mutationFn: () => {
      const { trialChapters, level, ...facts } = values;
      return call(saveDeskBook, {
        bookId: book.bookId,
        ...facts,
        level: bookLevel.safeParse(level).data ?? null,
        trialChapters: Number(trialChapters),
        categoryIds: [...categoryIds],
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
    if (values.planTag.trim() !== '' && values.planProof.trim() === '') found['proof'] = more.proofNeeded;
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
          <div className={styles.wide}>
            <SelectField label={more.level} options={levelOptions} value={values.level} onChange={(level) => change({ level })} />
          </div>
          <TextField
            label={more.plan}
            hint={more.planHint}
            maxLength={60}
            value={values.planTag}
            onChange={(planTag) => change({ planTag })}
          />
          <TextField
            label={more.proof}
            hint={more.proofHint}
            maxLength={120}
            fault={faults['proof']}
            value={values.planProof}
            onChange={(planProof) => change({ planProof })}
          />
          <div className={styles.wide}>
            <Categories tree={categories} chosen={categoryIds} onChange={setCategoryIds} />
          </div>
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
        {people.length === 0 ? null : (
          <SortableList
            label={text.contributors}
            rows={people}
            keyOf={({ key }) => String(key)}
            words={{
              hint: orderText.hint,
              handleOf: ({ name }) => orderText.handleOf(name.trim() || more.nobody),
              movedTo: ({ name }, place, count) => orderText.movedTo(name.trim() || more.nobody, place, count),
            }}
            onOrder={setPeople}
          >
            {(person) => (
              <Person
                person={person}
                fault={faults[person.key]}
                onChange={(part) => changePerson(person.key, part)}
                onRemove={() => setPeople((before) => before.filter(({ key }) => key !== person.key))}
              />
            )}
          </SortableList>
        )}
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

/** Of the picture that is uploaded; the server draws the covers of cards from it. */
const COVER_SIZE = { width: 900, height: 1200 };

const Cover = ({ book }: { book: DeskBook }) => {
  const keep = useKeep();
  const [isChoosing, setChoosing] = useState(false);
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
          <button type="button" className={buttonClass('quiet')} onClick={() => setChoosing(true)}>
            {text.chooseCover}
          </button>
          <p className={styles.hint}>{more.coverHint}</p>
        </div>
      </div>
      {isChoosing ? (
        <PictureDialog
          title={more.coverTitle}
          size={COVER_SIZE}
          onTake={async (fileId) => keep(await call(setBookCover, { bookId: book.bookId, fileId }))}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </RecordCard>
  );
};

/** `children`: further cards of the book. */
export const DeskBookEditor = ({ book, children }: { book: DeskBook; children?: ReactNode }) => (
  <div className={styles.form}>
    <RecordCard title={text.shelf} mark={<StateBadge tone={STATE_TONES[book.state]}>{importText.shelf[book.state]}</StateBadge>}>
      <div className={styles.actions}>
        <ShelfSwitch record={{ bookId: book.bookId, title: book.title, state: book.state }} />
      </div>
    </RecordCard>
    <FactsForm key={book.bookId} book={book} />
    <DeskBookPrice key={`${book.accessModel} ${book.priceFen} ${book.termDays}`} book={book} />
    <DeskBookEditions key={book.editions.map(({ bookId }) => bookId).join(' ')} book={book} />
    <Cover book={book} />
    {children}
    <DeskBookRemoval book={book} />
  </div>
);
