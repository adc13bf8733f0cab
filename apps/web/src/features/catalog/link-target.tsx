/** Where short codes shall lead: a whole book, chapters of it, one place found by its words, a collection, a page of the product. */
import { type Locator, listBookPlaces, type ShortLinkTarget, searchInBook } from '@shufang/contract';
import { SelectField, TextField } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { FindRow } from '../../platform/records/find-row.tsx';
import { DeskBookFinder } from './desk-book-finder.tsx';
import { collectionRecordsQuery } from './desk-collections.tsx';
import styles from './desk-short-links.module.css';

const { links: text, home: homeText, finder: finderText } = deskCatalogueText;
const PLACES_SHOWN = 20;

/** One code's target; `name`: what is added to its label. */
export interface LinkTarget {
  readonly targetType: ShortLinkTarget;
  readonly targetId: string;
  readonly name: string;
}

interface Book {
  readonly bookId: string;
  readonly title: string;
}

const Failed = ({ words, onRetry }: { words: string; onRetry: () => void }) => (
  <p className={styles.fault} role="alert">
    {words}{' '}
    <button type="button" className={styles.textButton} onClick={onRetry}>
      {deskText.retry}
    </button>
  </p>
);

interface ChoiceProps {
  readonly book: Book;
  readonly targets: readonly LinkTarget[];
  readonly onTargets: (targets: readonly LinkTarget[]) => void;
}

/** `isSingle`: only one may be chosen, for a code that is led elsewhere. */
const Chapters = ({ book, targets, isSingle, onTargets }: ChoiceProps & { isSingle: boolean }) => {
  const legendId = useId();
  const { data, isError, refetch } = useQuery({
    queryKey: ['catalog', 'book-places', book.bookId],
    queryFn: ({ signal }) => call(listBookPlaces, { bookId: book.bookId }, { signal }),
    meta: { claims: true },
  });
  if (isError) return <Failed words={text.chaptersFailed} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className={styles.note}>{deskText.loading}</p>;
  if (data.items.length === 0) return <p className={styles.note}>{text.noChapters}</p>;
  const all = data.items.map(
    ({ title, blockId }): LinkTarget => ({ targetType: 'block', targetId: `${book.bookId}#${blockId}`, name: title }),
  );
  const has = ({ targetId }: LinkTarget): boolean => targets.some((one) => one.targetId === targetId);
  const flip = (target: LinkTarget): void => {
    if (isSingle) onTargets([target]);
    else onTargets(all.filter((one) => (one.targetId === target.targetId ? !has(one) : has(one))));
  };
  return (
    <div>
      <p className={styles.legend} id={legendId}>
        {text.chapters}
      </p>
      <div className={styles.choices} role={isSingle ? 'radiogroup' : 'group'} aria-labelledby={legendId}>
        {isSingle ? null : (
          <label className={styles.choice}>
            <input type="checkbox" checked={all.every(has)} onChange={() => onTargets(all.every(has) ? [] : all)} />
            {text.allChapters}
          </label>
        )}
        {all.map((target, index) => (
          <label key={target.targetId} className={styles.choice} data-level={data.items[index]?.level}>
            <input type={isSingle ? 'radio' : 'checkbox'} name="chapter" checked={has(target)} onChange={() => flip(target)} />
            {target.name}
          </label>
        ))}
      </div>
    </div>
  );
};

const placeOf = (book: Book, { title = '', locations, text: words }: Locator): LinkTarget | undefined =>
  locations.block && { targetType: 'block', targetId: `${book.bookId}#${locations.block.blockId}`, name: words?.highlight ?? title };

const Place = ({ book, targets, onTargets }: ChoiceProps) => {
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['catalog', 'desk-in-book', book.bookId, asked],
    queryFn: ({ signal }) => call(searchInBook, { bookId: book.bookId, q: asked, limit: PLACES_SHOWN }, { signal }),
    enabled: asked !== '',
    meta: { claims: true },
  });
  const find = (): void => setAsked(words.trim());
  const places =
    asked === ''
      ? undefined
      : data?.hits.flatMap((hit) => {
          const target = placeOf(book, hit);
          return target === undefined ? [] : [{ hit, target }];
        });
  return (
    <>
      <FindRow
        label={text.findPlace}
        findLabel={finderText.find}
        placeholder={text.findPlaceHint}
        maxLength={100}
        words={words}
        isBusy={isFetching}
        onWords={setWords}
        onFind={find}
      />
      {isError ? <Failed words={text.placeFailed} onRetry={() => void refetch()} /> : null}
      {places?.length === 0 ? (
        <p className={styles.note} role="status">
          {text.noPlace}
        </p>
      ) : null}
      {places === undefined || places.length === 0 ? null : (
        <div className={styles.choices} role="radiogroup" aria-label={text.place}>
          {places.map(({ hit, target }) => (
            <label key={`${target.targetId} ${hit.locations.block?.offset}`} className={styles.choice}>
              <input type="radio" name="place" checked={targets[0]?.targetId === target.targetId} onChange={() => onTargets([target])} />
              <span>
                <span className={styles.chapter}>{hit.title}</span>
                {hit.text?.before}
                <mark>{hit.text?.highlight}</mark>
                {hit.text?.after}
              </span>
            </label>
          ))}
        </div>
      )}
    </>
  );
};

const KINDS = ['book', 'chapters', 'place', 'collection', 'page'] as const;
type Kind = (typeof KINDS)[number];

const whole = ({ bookId, title }: Book): readonly LinkTarget[] => [{ targetType: 'book', targetId: bookId, name: title }];

interface LinkTargetFieldProps {
  readonly targets: readonly LinkTarget[];
  readonly isSingle: boolean;
  readonly fault: string | undefined;
  readonly onTargets: (targets: readonly LinkTarget[]) => void;
}

export const LinkTargetField = ({ targets, isSingle, fault, onTargets }: LinkTargetFieldProps) => {
  const [kind, setKind] = useState<Kind>('book');
  const [book, setBook] = useState<Book>();
  const collections = useQuery({ ...collectionRecordsQuery(), enabled: kind === 'collection' });
  const isInBook = kind === 'book' || kind === 'chapters' || kind === 'place';
  const target = targets[0]?.targetId ?? '';
  const lead = (targetType: 'collection' | 'page', targetId: string): void =>
    onTargets(targetId.trim() === '' ? [] : [{ targetType, targetId, name: '' }]);
  return (
    <>
      <SelectField
        label={text.kind}
        options={KINDS.map((value) => ({ value, label: text.kinds[value] }))}
        value={kind}
        onChange={(value) => {
          const next = KINDS.find((one) => one === value) ?? 'book';
          setKind(next);
          onTargets(next === 'book' && book !== undefined ? whole(book) : []);
        }}
      />
      {isInBook && book === undefined ? (
        <DeskBookFinder
          taken={[]}
          verb="choose"
          onTake={(found) => {
            setBook(found);
            onTargets(kind === 'book' ? whole(found) : []);
          }}
        />
      ) : null}
      {isInBook && book !== undefined ? (
        <p className={styles.chosen}>
          <strong>{homeText.chosenBook(book.title)}</strong>
          <button
            type="button"
            className={styles.textButton}
            onClick={() => {
              setBook(undefined);
              onTargets([]);
            }}
          >
            {homeText.changeBook}
          </button>
        </p>
      ) : null}
      {kind === 'chapters' && book !== undefined ? (
        <Chapters book={book} targets={targets} isSingle={isSingle} onTargets={onTargets} />
      ) : null}
      {kind === 'place' && book !== undefined ? <Place book={book} targets={targets} onTargets={onTargets} /> : null}
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
          maxLength={500}
          value={target}
          onChange={(address) => lead('page', address)}
        />
      ) : null}
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </>
  );
};
