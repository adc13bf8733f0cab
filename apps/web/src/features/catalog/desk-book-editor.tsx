/** What an editor writes of one book: facts, makers, cover; and its place on the shelf. */
import { accessModel, bookLevel, bookRole, type DeskBook, LIMITS, saveDeskBook, setBookCover } from '@shufang/contract';
import { buttonClass, RecordCard, SelectField, SortableList, StateBadge, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../platform/api/client.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import { KeptWordsNotice } from '../../platform/records/kept-words-notice.tsx';
import { useTyped } from '../../platform/storage/use-typed.ts';
import { bookDraftOf, type PersonDraft, readIds, readPeople, withAnother } from './book-draft.ts';
import { CategoryField } from './category-field.tsx';
import { DeskBookEditions } from './desk-book-editions.tsx';
import { DeskBookPrice } from './desk-book-price.tsx';
import { DeskBookRemoval } from './desk-book-removal.tsx';
import { DeskBookTrial } from './desk-book-trial.tsx';
import styles from './desk-books.module.css';
import { deskBookQuery, STATE_TONES } from './desk-books.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { categoryTreeQuery } from './queries.ts';
import { ShelfSwitch } from './shelf-switch.tsx';

const text = deskText.books;
const { book: more, order: orderText } = deskCatalogueText;

const roleOptions = bookRole.options.map((value) => ({ value, label: catalogText.roles[value] }));
const accessOptions = accessModel.options.map((value) => ({ value, label: catalogText.accessModels[value] }));
const levelOptions = [
  { value: '', label: more.noLevel },
  ...bookLevel.options.map((value) => ({ value, label: catalogText.levels[value] })),
];

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

const FactsForm = ({ book }: { book: DeskBook }) => {
  const keep = useKeep();
  const categories = useQuery(categoryTreeQuery()).data ?? [];
  const typed = useTyped(`book:${book.bookId}`, bookDraftOf(book));
  const { values, type } = typed;
  const [categoryIds, people] = [readIds(values.categoryIds), readPeople(values.people)];
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const change = (part: Partial<typeof values>): void => {
    for (const [name, value] of Object.entries(part)) type(name as keyof typeof values, value);
  };
  const setPeople = (next: readonly PersonDraft[]): void => change({ people: JSON.stringify(next) });
  const changePerson = (key: number, part: Partial<PersonDraft>): void =>
    setPeople(people.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const saving = useMutation({
    mutationFn: () => {
      const { level, accessModel: model, categoryIds: _ids, people: _people, ...facts } = values;
      return call(saveDeskBook, {
        bookId: book.bookId,
        ...facts,
        accessModel: accessModel.safeParse(model).data ?? book.accessModel,
        level: bookLevel.safeParse(level).data ?? null,
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
      typed.drop(bookDraftOf(saved));
      keep(saved);
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const found: Record<string, string> = {};
    if (values.title.trim() === '') found['title'] = text.titleNeeded;
    if (values.planTag.trim() !== '' && values.planProof.trim() === '') found['proof'] = more.proofNeeded;
    for (const { key, name } of people) if (name.trim() === '') found[key] = text.nameNeeded;
    flushSync(() => setFaults(found));
    if (Object.keys(found).length > 0) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (!saving.isPending) saving.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <KeptWordsNotice isRestored={typed.isRestored} onGiveUp={typed.giveUp} />
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
            onChange={(value) => change({ accessModel: value })}
          />
          <SelectField label={more.level} options={levelOptions} value={values.level} onChange={(level) => change({ level })} />
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
            <CategoryField tree={categories} chosen={categoryIds} onChange={(chosen) => change({ categoryIds: JSON.stringify(chosen) })} />
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
                onRemove={() => setPeople(people.filter(({ key }) => key !== person.key))}
              />
            )}
          </SortableList>
        )}
        <p className={people.length === 0 ? undefined : styles.below}>
          <button type="button" className={buttonClass('quiet')} onClick={() => setPeople(withAnother(people))}>
            {text.addContributor}
          </button>
        </p>
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
export const DeskBookEditor = ({ book, children }: { book: DeskBook; children?: ReactNode }) => {
  const keep = useKeep();
  return (
    <div className={styles.form}>
      <RecordCard title={text.shelf} mark={<StateBadge tone={STATE_TONES[book.state]}>{importText.shelf[book.state]}</StateBadge>}>
        <div className={styles.actions}>
          <ShelfSwitch record={{ bookId: book.bookId, title: book.title, state: book.state }} />
        </div>
      </RecordCard>
      <FactsForm key={book.bookId} book={book} />
      <DeskBookTrial key={`${book.trialChapters} ${book.trialChosen?.join(' ')}`} book={book} onSaved={keep} />
      <DeskBookPrice
        key={`${book.accessModel} ${book.priceFen} ${book.termDays} ${book.saleFrom} ${book.saleTo} ${book.renewalFen}`}
        book={book}
      />
      <DeskBookEditions key={book.editions.map(({ bookId }) => bookId).join(' ')} book={book} />
      <Cover book={book} />
      {children}
      <DeskBookRemoval book={book} />
    </div>
  );
};
