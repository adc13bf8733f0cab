/** The admin editor of one book: facts, contributors, cover and shelf state. */
import { type AdminBook, accessModel, bookLevel, bookRole, LIMITS, saveAdminBook, setBookCover } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  Grid,
  RecordCard,
  SelectField,
  SortableList,
  StateBadge,
  Text,
  TextAreaField,
  TextButton,
  TextField,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, useState } from 'react';
import { categoryTreeQuery } from '../../../features/catalog/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { RestoredDraftNotice } from '../../../platform/records/restored-draft-notice.tsx';
import { AdminBookEditions } from './admin-book-editions.tsx';
import { AdminBookPrice } from './admin-book-price.tsx';
import { AdminBookRemoval } from './admin-book-removal.tsx';
import { AdminBookTabs } from './admin-book-tabs.tsx';
import { AdminBookTrial } from './admin-book-trial.tsx';
import styles from './admin-books.module.css';
import { adminBookQuery, STATE_TONES } from './admin-books.tsx';
import { bookDraftOf, bookFields, type ContributorDraft, isNameless, readContributors, readIds, withAnother } from './book-draft.ts';
import { CategoryField } from './category-field.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { ShelfSwitch } from './shelf-switch.tsx';

const text = adminText.books;
const { book: more, order: orderText } = adminCatalogText;

const roleOptions = bookRole.options.map((value) => ({ value, label: catalogText.roles[value] }));
const accessOptions = accessModel.options.map((value) => ({ value, label: catalogText.accessModels[value] }));
const levelOptions = [
  { value: '', label: more.noLevel },
  ...bookLevel.options.map((value) => ({ value, label: catalogText.levels[value] })),
];

const useCacheBook = (): ((book: AdminBook) => void) => {
  const queryClient = useQueryClient();
  return (book) => {
    queryClient.setQueryData(adminBookQuery(book.bookId).queryKey, book);
    void queryClient.invalidateQueries({ queryKey: ['catalog'] });
  };
};

const ContributorFields = ({
  contributor,
  errorText,
  nameRef,
  onChange,
  onRemove,
}: {
  readonly contributor: ContributorDraft;
  readonly errorText: string | undefined;
  readonly nameRef: Ref<HTMLInputElement>;
  readonly onChange: (part: Partial<ContributorDraft>) => void;
  readonly onRemove: () => void;
}) => (
  <Grid align="start" className={styles.user}>
    <TextField
      label={text.name}
      maxLength={60}
      error={errorText}
      ref={nameRef}
      value={contributor.name}
      onChange={(name) => onChange({ name })}
    />
    <SelectField
      label={text.role}
      options={roleOptions}
      value={contributor.role}
      onChange={(role) => onChange({ role: bookRole.parse(role) })}
    />
    <TextField label={text.unit} maxLength={60} value={contributor.unit} onChange={(unit) => onChange({ unit })} />
    {contributor.linked === undefined ? (
      <TextField label={text.tel} type="tel" inputMode="tel" maxLength={11} value={contributor.tel} onChange={(tel) => onChange({ tel })} />
    ) : null}
    <Cluster as="p" align="center" size={14} tone="soft" className={styles.userActions}>
      {contributor.linked === undefined ? null : (
        <>
          <span>{text.linked(`${contributor.linked.name} ${contributor.linked.tel}`)}</span>
          <TextButton
            type="button"
            size="inherit"
            underline
            aria-label={text.unlinkOf(contributor.name)}
            onClick={() => onChange({ linked: undefined })}
          >
            {text.unlink}
          </TextButton>
        </>
      )}
      <TextButton type="button" size="inherit" underline onClick={onRemove}>
        {text.removeContributor(contributor.name)}
      </TextButton>
    </Cluster>
  </Grid>
);

const FactsForm = ({ book }: { book: AdminBook }) => {
  const cache = useCacheBook();
  const categories = useQuery(categoryTreeQuery());
  const typed = useForm({ draft: `book:${book.bookId}`, initial: bookDraftOf(book), schema: bookFields });
  const { values, errors, register } = typed;
  const [categoryIds, contributors] = [readIds(values.categoryIds), readContributors(values.contributors)];
  const firstNameless = contributors.find(isNameless);
  const contributorsField = register('contributors');
  const setContributors = (next: readonly ContributorDraft[]): void => contributorsField.onChange(JSON.stringify(next));
  const changeContributor = (key: number, part: Partial<ContributorDraft>): void =>
    setContributors(contributors.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const saving = useMutation({
    mutationFn: () => {
      const { level, accessModel: model, categoryIds: _ids, contributors: _contributors, ...facts } = values;
      return call(saveAdminBook, {
        bookId: book.bookId,
        ...facts,
        accessModel: accessModel.safeParse(model).data ?? book.accessModel,
        level: bookLevel.safeParse(level).data ?? null,
        categoryIds: [...categoryIds],
        contributors: contributors.map(({ name, role, unit, tel, linked }) => ({
          name,
          role,
          unit,
          ...(linked === undefined ? {} : { userId: linked.userId }),
          ...(tel.trim() === '' || linked !== undefined ? {} : { tel: tel.trim() }),
        })),
      });
    },
    onSuccess: (saved) => {
      typed.reset(bookDraftOf(saved));
      cache(saved);
    },
  });
  const handleSubmit = typed.handleSubmit(() => {
    if (!saving.isPending) saving.mutate();
  });
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <RestoredDraftNotice isRestored={typed.isRestored} onGiveUp={() => typed.reset()} />
      <RecordCard title={text.facts}>
        <div className={styles.fields}>
          <TextField label={text.title} maxLength={120} error={errors.title?.message} {...register('title')} />
          <TextField label={text.subtitle} maxLength={120} {...register('subtitle')} />
          <TextField label={text.isbn} maxLength={20} {...register('isbn')} />
          <TextField label={text.publisher} maxLength={120} {...register('publisher')} />
          <TextField label={text.placeOfPublication} hint={text.cityHint} maxLength={40} {...register('placeOfPublication')} />
          <SelectField label={text.access} options={accessOptions} {...register('accessModel')} />
          <SelectField label={more.level} options={levelOptions} {...register('level')} />
          <TextField label={more.plan} hint={more.planHint} maxLength={60} {...register('planTag', ['planProof'])} />
          <TextField
            label={more.proof}
            hint={more.proofHint}
            maxLength={120}
            error={errors.planProof?.message}
            {...register('planProof')}
          />
          <div className={styles.wide}>
            <CategoryField
              tree={categories.data ?? []}
              isLoading={categories.isPending}
              chosen={categoryIds}
              onChange={(chosen) => typed.setValue('categoryIds', JSON.stringify(chosen))}
            />
          </div>
          <div className={styles.wide}>
            <TextAreaField label={text.description} rows={5} maxLength={5_000} {...register('description')} />
          </div>
        </div>
      </RecordCard>
      <RecordCard title={text.contributors}>
        <Text as="p" size={13} tone="faint" marginBottom={16}>
          {text.contributorsHint}
        </Text>
        {contributors.length === 0 ? null : (
          <SortableList
            label={text.contributors}
            rows={contributors}
            keyOf={({ key }) => String(key)}
            labels={{
              hint: orderText.hint,
              handleOf: ({ name }) => orderText.handleOf(name.trim() || more.nobody),
              movedTo: ({ name }, position, count) => orderText.movedTo(name.trim() || more.nobody, position, count),
            }}
            onOrder={setContributors}
          >
            {(contributor) => (
              <ContributorFields
                contributor={contributor}
                errorText={isNameless(contributor) ? errors.contributors?.message : undefined}
                nameRef={contributor === firstNameless ? contributorsField.ref : null}
                onChange={(part) => changeContributor(contributor.key, part)}
                onRemove={() => setContributors(contributors.filter(({ key }) => key !== contributor.key))}
              />
            )}
          </SortableList>
        )}
        <p className={contributors.length === 0 ? undefined : styles.below}>
          <button type="button" className={buttonClass('quiet')} onClick={() => setContributors(withAnother(contributors))}>
            {text.addContributor}
          </button>
        </p>
      </RecordCard>
      <TextField label={text.editReason} hint={adminText.reasonHint} maxLength={LIMITS.operatorReasonChars} {...register('reason')} />
      <Cluster gap={12} align="center">
        <button type="submit" className={buttonClass()} aria-disabled={saving.isPending}>
          {saving.isPending ? adminText.saving : adminText.save}
        </button>
      </Cluster>
    </form>
  );
};

/** Size of the uploaded cover image in pixels; the server makes the smaller covers from it. */
const COVER_SIZE = { width: 900, height: 1200 };

const Cover = ({ book }: { book: AdminBook }) => {
  const cache = useCacheBook();
  const [isChoosing, setChoosing] = useState(false);
  const { cover } = book;
  return (
    <RecordCard title={text.cover}>
      <Cluster gap={24} align="start" className={styles.cover}>
        {cover === undefined ? (
          <p>{text.noCover}</p>
        ) : (
          <img src={cover.url} width={cover.width} height={cover.height} alt={text.coverOf(book.title)} />
        )}
        <div>
          <button type="button" className={buttonClass('quiet')} onClick={() => setChoosing(true)}>
            {text.chooseCover}
          </button>
          <Text as="p" size={13} tone="faint" marginBottom={16}>
            {more.coverHint}
          </Text>
        </div>
      </Cluster>
      {isChoosing ? (
        <PictureDialog
          title={more.coverTitle}
          size={COVER_SIZE}
          onSelect={async (fileId) => cache(await call(setBookCover, { bookId: book.bookId, fileId }))}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </RecordCard>
  );
};

/** The page that edits one book. `materials`, `versions`: cards that the page passes in. */
export const AdminBookEditor = ({ book, materials, versions }: { book: AdminBook; materials?: ReactNode; versions?: ReactNode }) => {
  const cache = useCacheBook();
  return (
    <AdminBookTabs book={book}>
      {{
        facts: (
          <>
            <FactsForm key={book.bookId} book={book} />
            <Cover book={book} />
          </>
        ),
        trial: <AdminBookTrial key={`${book.trialChapters} ${book.trialChosen?.join(' ')}`} book={book} onSaved={cache} />,
        price: (
          <AdminBookPrice
            key={`${book.accessModel} ${book.priceFen} ${book.termDays} ${book.saleFrom} ${book.saleTo} ${book.renewalFen}`}
            book={book}
          />
        ),
        editions: (
          <>
            <AdminBookEditions key={book.editions.map(({ bookId }) => bookId).join(' ')} book={book} />
            {versions}
          </>
        ),
        materials,
        shelf: (
          <>
            <RecordCard
              title={text.shelf}
              badge={<StateBadge tone={STATE_TONES[book.state]}>{catalogText.shelfStates[book.state]}</StateBadge>}
            >
              <Cluster gap={12} align="center">
                <ShelfSwitch record={{ bookId: book.bookId, title: book.title, state: book.state }} />
              </Cluster>
            </RecordCard>
            <AdminBookRemoval book={book} />
          </>
        ),
      }}
    </AdminBookTabs>
  );
};
