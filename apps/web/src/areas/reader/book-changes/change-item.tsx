/** One changed passage of a book: deleted text struck through, inserted and moved text marked, with a link that opens the book there. */
import { encodeLocatorParam, type TextChange, type TextPart } from '@shufang/contract';
import { Text } from '@shufang/ui';
import { Link } from 'react-router';
import { textChangesText as text } from '../../../platform/messages/zh-cn/text-changes.ts';
import styles from './book-changes-screen.module.css';

/** Screen readers do not announce deletions and insertions reliably, so that the words around a part say what it is. */
const Part = ({ part: { kind, text: content } }: { part: TextPart }) => {
  if (kind === 'same') return <span>{content}</span>;
  const Element = kind === 'deleted' ? 'del' : kind === 'inserted' ? 'ins' : 'span';
  return (
    <Element className={styles[kind]}>
      <span className="visually-hidden">{text.parts[kind]}</span>
      {content}
      <span className="visually-hidden">{text.parts.end}</span>
    </Element>
  );
};

interface ChangeItemProps {
  readonly bookId: string;
  readonly change: TextChange;
  /** Number of the change in the list, from 1. */
  readonly number: number;
}

export const ChangeItem = ({ bookId, change, number }: ChangeItemProps) => {
  const { kind, blocks, chapterTitle, href, block, parts } = change;
  const at = encodeLocatorParam({ href, title: chapterTitle, locations: { block } });
  return (
    <li className={styles.change}>
      <Text as="p" size={13} tone="faint">
        {text.kinds[kind](blocks)}
      </Text>
      <Text as="p" serif whiteSpace="pre-line" breakWords className={styles.text}>
        {parts.map((part, index) => (
          <Part key={`${index}${part.kind}`} part={part} />
        ))}
      </Text>
      <Link to={`/course/learning/${bookId}?at=${at}`} aria-label={text.openNumbered(number)} className={styles.open}>
        {text.open}
      </Link>
    </li>
  );
};
