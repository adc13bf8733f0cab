/** A book in a grid: cover, title, authors and access. The title is the link; the whole tile is clickable. */
import type { BookCard } from '@shufang/contract';
import { Block, Column, ItemCheckbox, Phrases, Row, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { BookCover } from './book-cover.tsx';
import styles from './book-tile.module.css';

/** Returns the text of the badge: the user's right to the book, or, without a right, how the book can be obtained. */
export const accessTag = (book: BookCard): string => {
  if (book.right === 'owned' || book.owned) return catalogText.owned;
  if (book.removed === true) return catalogText.removed;
  if (book.right === 'institution' || book.right === 'class') return catalogText.sharedRights[book.right];
  if (book.accessModel === 'paid') return catalogText.priceFen(book.priceFen);
  return catalogText.accessModels[book.accessModel];
};

const mayRead = ({ owned, right }: BookCard): boolean => owned || right === 'institution' || right === 'class';

/** Badges that state how the book can be obtained, and whether it has trial chapters. */
const AccessTags = ({ book }: { book: BookCard }) => (
  <>
    <span className={styles.tag} data-access={mayRead(book) ? 'owned' : book.accessModel}>
      {accessTag(book)}
    </span>
    {book.right === 'trial' ? <Text tone="soft">{catalogText.mayTry}</Text> : null}
  </>
);

/** Returns authors and edition in one line, such as 王小林 · 第 3 版 (third edition). */
const authorsLine = ({ authors, edition }: BookCard): string =>
  [authors, ...(edition === undefined ? [] : [catalogText.editionNo(edition)])].filter((part) => part !== '').join(' · ');

/** Selection mode of a list, in which each book has a checkbox. */
export interface BookChoice {
  readonly isChosen: (bookId: string) => boolean;
  readonly onToggle: (book: BookCard) => void;
}

const ChoiceBox = ({ id, book, choice }: { id: string; book: BookCard; choice: BookChoice }) => (
  <ItemCheckbox
    id={id}
    className={styles.choice}
    aria-label={catalogText.chooseBook(book.title)}
    checked={choice.isChosen(book.id)}
    onChange={() => choice.onToggle(book)}
  />
);

interface BookTileProps {
  readonly book: BookCard;
  readonly eager?: boolean;
  readonly choice?: BookChoice | undefined;
}

/** The title of a book: a link to the book, or in selection mode the label of the book's checkbox. */
const BookTitle = ({ id, book, isChoosing }: { id: string; book: BookCard; isChoosing: boolean }) =>
  isChoosing ? (
    <label htmlFor={id}>
      <Phrases text={book.title} />
    </label>
  ) : (
    <Link to={`/course/info/${book.id}`}>
      <Phrases text={book.title} />
    </Link>
  );

const BookTile = ({ book, eager = false, choice }: BookTileProps) => (
  <Column as="article" className={styles.tile} data-chosen={choice?.isChosen(book.id) || undefined}>
    <BookCover book={book} eager={eager} />
    {choice === undefined ? null : <ChoiceBox id={`choose-${book.id}`} book={book} choice={choice} />}
    <Text as="h3" size={16} marginTop={16} stretchedLink className={styles.title}>
      <BookTitle id={`choose-${book.id}`} book={book} isChoosing={choice !== undefined} />
    </Text>
    {authorsLine(book) === '' ? null : (
      <Text as="p" size={13} tone="soft" marginTop={4} whiteSpace="nowrap" ellipsis>
        {authorsLine(book)}
      </Text>
    )}
    <Row as="p" gap={8} size={12} tone="faint" marginTop={4}>
      <AccessTags book={book} />
      {book.plan === undefined ? null : <Text tone="accent">{catalogText.planned}</Text>}
      {book.newerEditionId === undefined ? null : <span>{catalogText.olderEdition}</span>}
      {book.progress === undefined ? null : <span>{catalogText.progress(book.progress)}</span>}
    </Row>
  </Column>
);

interface BookGridProps {
  readonly books: readonly BookCard[];
  readonly eager?: boolean;
  readonly choice?: BookChoice | undefined;
}

export const BookGrid = ({ books, eager = false, choice }: BookGridProps) => (
  <ul className={styles.grid}>
    {books.map((book) => (
      <li key={book.id}>
        <BookTile book={book} eager={eager} choice={choice} />
      </li>
    ))}
  </ul>
);

/** One row of books that scrolls horizontally. */
export const BookStrip = ({ books }: { books: readonly BookCard[] }) => (
  <ul className={styles.strip}>
    {books.map((book) => (
      <li key={book.id}>
        <BookTile book={book} />
      </li>
    ))}
  </ul>
);

/** Books as a vertical list with their details. */
export const BookRows = ({ books, choice }: Pick<BookGridProps, 'books' | 'choice'>) => (
  <ul className={styles.rows}>
    {books.map((book) => (
      <Row key={book.id} as="li" gap={20} align="center" className={styles.row} data-chosen={choice?.isChosen(book.id) || undefined}>
        {choice === undefined ? null : <ChoiceBox id={`choose-${book.id}`} book={book} choice={choice} />}
        <div className={styles.rowCover}>
          <BookCover book={book} />
        </div>
        <Block minWidth={0}>
          <Text as="h3" size={17} whiteSpace="nowrap" ellipsis stretchedLink className={styles.rowTitle}>
            <BookTitle id={`choose-${book.id}`} book={book} isChoosing={choice !== undefined} />
          </Text>
          <Text as="p" size={13} tone="soft" marginTop={4} whiteSpace="nowrap" ellipsis>
            {[authorsLine(book), book.publisher].filter((part) => part !== undefined && part !== '').join(' · ')}
          </Text>
          <Row as="p" gap={8} size={12} tone="faint" marginTop={4}>
            <AccessTags book={book} />
            {book.plan === undefined ? null : <Text tone="accent">{catalogText.planned}</Text>}
            {book.newerEditionId === undefined ? null : <span>{catalogText.olderEdition}</span>}
            <span>{catalogText.wordCount(book.chars)}</span>
            {book.progress === undefined ? null : <span>{catalogText.progress(book.progress)}</span>}
          </Row>
        </Block>
      </Row>
    ))}
  </ul>
);
