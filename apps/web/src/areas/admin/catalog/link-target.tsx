/**
 * Form part that selects the target of short codes: a book, chapters, a position found by its text, a collection, or a page of the product.
 */
import { type Locator, listChapterTargets, type ShortLinkTarget, searchInBook } from '@shufang/contract';
import { CheckboxOption, Cluster, RadioOption, SelectField, Text, TextButton, TextField } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { FindRow } from '../../../platform/records/find-row.tsx';
import { AdminBookFinder } from './admin-book-finder.tsx';
import { collectionRecordsQuery } from './admin-collections.tsx';
import styles from './admin-short-links.module.css';

const { links: text, home: homeText, finder: finderText } = adminCatalogText;
const LOCATIONS_SHOWN = 20;

/** The target of one short code. `name`: name of a chapter, appended to the label that the operator typed. */
export interface LinkTarget {
  readonly targetType: ShortLinkTarget;
  readonly targetId: string;
  readonly name: string;
}

interface Book {
  readonly bookId: string;
  readonly title: string;
}

const Failed = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Text as="p" size={13} tone="accent" role="alert">
    {message}{' '}
    <TextButton type="button" className={styles.textButton} onClick={onRetry}>
      {recordsText.retry}
    </TextButton>
  </Text>
);

interface ChoiceProps {
  readonly book: Book;
  readonly targets: readonly LinkTarget[];
  readonly onTargets: (targets: readonly LinkTarget[]) => void;
}

/** Lets the operator select chapters as targets. `isSingle`: only one can be selected; set when an existing code is redirected. */
const Chapters = ({ book, targets, isSingle, onTargets }: ChoiceProps & { isSingle: boolean }) => {
  const legendId = useId();
  const { data, isError, refetch } = useQuery({
    queryKey: ['catalog', 'book-positions', book.bookId],
    queryFn: ({ signal }) => call(listChapterTargets, { bookId: book.bookId }, { signal }),
    meta: { claims: true },
  });
  if (isError) return <Failed message={text.chaptersFailed} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Text as="p" size={14} tone="faint">
        {recordsText.loading}
      </Text>
    );
  if (data.items.length === 0)
    return (
      <Text as="p" size={14} tone="faint">
        {text.noChapters}
      </Text>
    );
  const all = data.items.map(
    ({ title, blockId }): LinkTarget => ({ targetType: 'block', targetId: `${book.bookId}#${blockId}`, name: title }),
  );
  const has = ({ targetId }: LinkTarget): boolean => targets.some((one) => one.targetId === targetId);
  const flip = (target: LinkTarget): void => {
    if (isSingle) onTargets([target]);
    else onTargets(all.filter((one) => (one.targetId === target.targetId ? !has(one) : has(one))));
  };
  const Option = isSingle ? RadioOption : CheckboxOption;
  return (
    <div>
      <Text as="p" size={14} weight={600} className={styles.legend} id={legendId}>
        {text.chapters}
      </Text>
      <div className={styles.choices} role={isSingle ? 'radiogroup' : 'group'} aria-labelledby={legendId}>
        {isSingle ? null : (
          <CheckboxOption
            align="baseline"
            className={styles.choice}
            checked={all.every(has)}
            onChange={() => onTargets(all.every(has) ? [] : all)}
          >
            {text.allChapters}
          </CheckboxOption>
        )}
        {all.map((target, index) => (
          <Option
            key={target.targetId}
            align="baseline"
            className={styles.choice}
            data-level={data.items[index]?.level}
            name="chapter"
            checked={has(target)}
            onChange={() => flip(target)}
          >
            {target.name}
          </Option>
        ))}
      </div>
    </div>
  );
};

const locationOf = (book: Book, { title = '', locations, text }: Locator): LinkTarget | undefined =>
  locations.block && { targetType: 'block', targetId: `${book.bookId}#${locations.block.blockId}`, name: text?.highlight ?? title };

const LocationField = ({ book, targets, onTargets }: ChoiceProps) => {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['catalog', 'admin-in-book', book.bookId, query],
    queryFn: ({ signal }) => call(searchInBook, { bookId: book.bookId, q: query, limit: LOCATIONS_SHOWN }, { signal }),
    enabled: query !== '',
    meta: { claims: true },
  });
  const find = (): void => setQuery(typed.trim());
  const locations =
    query === ''
      ? undefined
      : data?.hits.flatMap((hit) => {
          const target = locationOf(book, hit);
          return target === undefined ? [] : [{ hit, target }];
        });
  return (
    <>
      <FindRow
        label={text.findPassage}
        findLabel={finderText.find}
        placeholder={text.findPassageHint}
        maxLength={100}
        query={typed}
        isBusy={isFetching}
        onQueryChange={setTyped}
        onFind={find}
      />
      {isError ? <Failed message={text.passageFailed} onRetry={() => void refetch()} /> : null}
      {locations?.length === 0 ? (
        <Text as="p" size={14} tone="faint" role="status">
          {text.noPassage}
        </Text>
      ) : null}
      {locations === undefined || locations.length === 0 ? null : (
        <div className={styles.choices} role="radiogroup" aria-label={text.choosePassage}>
          {locations.map(({ hit, target }) => (
            <RadioOption
              key={`${target.targetId} ${hit.locations.block?.offset}`}
              align="baseline"
              className={styles.choice}
              name="position"
              checked={targets[0]?.targetId === target.targetId}
              onChange={() => onTargets([target])}
            >
              <span>
                <Text block size={13} tone="faint">
                  {hit.title}
                </Text>
                {hit.text?.before}
                <mark>{hit.text?.highlight}</mark>
                {hit.text?.after}
              </span>
            </RadioOption>
          ))}
        </div>
      )}
    </>
  );
};

const KINDS = ['book', 'chapters', 'position', 'collection', 'page'] as const;
type Kind = (typeof KINDS)[number];

const whole = ({ bookId, title }: Book): readonly LinkTarget[] => [{ targetType: 'book', targetId: bookId, name: title }];

interface LinkTargetFieldProps {
  readonly targets: readonly LinkTarget[];
  readonly isSingle: boolean;
  readonly errorText: string | undefined;
  /** Ref of the field that gets the focus if the target is invalid. */
  readonly fieldRef: (field: HTMLInputElement | HTMLSelectElement | null) => void;
  readonly onTargets: (targets: readonly LinkTarget[]) => void;
}

export const LinkTargetField = ({ targets, isSingle, errorText, fieldRef, onTargets }: LinkTargetFieldProps) => {
  const [kind, setKind] = useState<Kind>('book');
  const [book, setBook] = useState<Book>();
  const collections = useQuery({ ...collectionRecordsQuery(), enabled: kind === 'collection' });
  const isInBook = kind === 'book' || kind === 'chapters' || kind === 'position';
  const target = targets[0]?.targetId ?? '';
  const lead = (targetType: 'collection' | 'page', targetId: string): void =>
    onTargets(targetId.trim() === '' ? [] : [{ targetType, targetId, name: '' }]);
  return (
    <>
      <SelectField
        label={text.kind}
        options={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
        value={kind}
        {...(kind !== 'page' && { ref: fieldRef })}
        onChange={(value) => {
          const next = KINDS.find((one) => one === value) ?? 'book';
          setKind(next);
          onTargets(next === 'book' && book !== undefined ? whole(book) : []);
        }}
      />
      {isInBook && book === undefined ? (
        <AdminBookFinder
          selectedIds={[]}
          actionLabel="choose"
          onSelect={(found) => {
            setBook(found);
            onTargets(kind === 'book' ? whole(found) : []);
          }}
        />
      ) : null}
      {isInBook && book !== undefined ? (
        <Cluster as="p" gap={[4, 16]} align="center">
          <strong>{homeText.chosenBook(book.title)}</strong>
          <TextButton
            type="button"
            className={styles.textButton}
            onClick={() => {
              setBook(undefined);
              onTargets([]);
            }}
          >
            {homeText.changeBook}
          </TextButton>
        </Cluster>
      ) : null}
      {kind === 'chapters' && book !== undefined ? (
        <Chapters book={book} targets={targets} isSingle={isSingle} onTargets={onTargets} />
      ) : null}
      {kind === 'position' && book !== undefined ? <LocationField book={book} targets={targets} onTargets={onTargets} /> : null}
      {kind === 'collection' ? (
        <SelectField
          label={homeText.collection}
          options={[
            { value: '', label: homeText.chooseCollection },
            ...(collections.data?.items ?? []).map(({ id, title }) => ({ value: id, label: title })),
          ]}
          value={target}
          onChange={(id) => lead('collection', id)}
        />
      ) : null}
      {kind === 'page' ? (
        <TextField
          label={homeText.page}
          hint={homeText.pageHint}
          error={errorText}
          ref={fieldRef}
          maxLength={500}
          value={target}
          onChange={(address) => lead('page', address)}
        />
      ) : null}
      {errorText === undefined || kind === 'page' ? null : (
        <Text as="p" size={13} tone="accent" role="alert">
          {errorText}
        </Text>
      )}
    </>
  );
};
