/** An annotation beside the passage: the passage, the note, the chapter, the time, and a link into the text. */
import { encodeLocatorParam, type HandedAnnotation } from '@shufang/contract';
import { Cluster, Text } from '@shufang/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { annotationTaskText as text } from '../../../platform/messages/zh-cn/assignment-annotation.ts';
import styles from './handed-work.module.css';

interface AnnotationRowProps {
  readonly bookId: string;
  readonly annotation: HandedAnnotation;
  /** Shown before the chapter, such as the choice of the student. */
  readonly lead?: ReactNode;
  /** Shown after the time, such as why it does not count. */
  readonly more?: ReactNode;
}

export const AnnotationRow = ({ bookId, annotation: { quote, note, href, chapterTitle, block, at }, lead, more }: AnnotationRowProps) => {
  const address = `/course/learning/${bookId}?at=${encodeLocatorParam({ href, title: chapterTitle, locations: { block } })}`;
  return (
    <li className={styles.item}>
      <blockquote className={styles.quote}>{quote}</blockquote>
      {note === '' ? (
        <Text as="p" tone="faint" className={styles.note}>
          {text.noNote}
        </Text>
      ) : (
        <p className={styles.note}>{note}</p>
      )}
      <Cluster gap={12} align="center" className={styles.meta}>
        {lead}
        <Text size={13} tone="faint">
          {chapterTitle}
        </Text>
        <Text as="time" size={13} tone="faint" tabular dateTime={new Date(at).toISOString()}>
          {text.at(at)}
        </Text>
        {more}
        <Text to={address} as={Link} size={14} tone="accent" underline aria-label={text.toTextOf(quote)}>
          {text.toText}
        </Text>
      </Cluster>
    </li>
  );
};
