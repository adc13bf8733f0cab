/** Marks the search box found, each a way to its place. */
import { type Annotation, encodeLocatorParam } from '@shufang/contract';
import { Link } from 'react-router';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';

interface FoundNotesProps {
  readonly marks: readonly Annotation[];
  readonly titleOf: (bookId: string) => string;
}

const addressOf = ({ bookId, chapterTitle, target }: Annotation): string =>
  `/course/learning/${bookId}?at=${encodeLocatorParam({ href: target.href, title: chapterTitle, locations: { block: target.blocks.start } })}`;

export const FoundNotes = ({ marks, titleOf }: FoundNotesProps) => (
  <ul className={styles.book}>
    {marks.map((mark) => (
      <li key={mark.id} className={styles.item} data-color={mark.kind === 'bookmark' ? undefined : mark.color}>
        <Link to={addressOf(mark)} className={styles.itemBody} title={notesText.goToMark}>
          <span className={styles.itemQuote}>
            {mark.kind === 'bookmark' ? notesText.bookmarkOf(mark.chapterTitle) : mark.target.quote.exact}
          </span>
          {mark.body === '' ? null : <span className={styles.itemNote}>{mark.body}</span>}
        </Link>
        <div className={styles.itemFoot}>
          <span className={styles.itemMeta}>{[titleOf(mark.bookId), mark.chapterTitle].filter(Boolean).join(' · ')}</span>
        </div>
      </li>
    ))}
  </ul>
);
