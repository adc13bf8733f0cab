/** Annotations found by the search box, each with a link to its position. */
import { type Annotation, encodeLocatorParam } from '@shufang/contract';
import { Cluster, Row, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { passageOf } from '../../platform/formula/readable-quote.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';

interface FoundNotesProps {
  readonly annotations: readonly Annotation[];
  readonly titleOf: (bookId: string) => string;
}

const linkToAnnotation = ({ bookId, chapterTitle, target }: Annotation): string =>
  `/course/learning/${bookId}?at=${encodeLocatorParam({ href: target.href, title: chapterTitle, locations: { block: target.blocks.start } })}`;

export const FoundNotes = ({ annotations, titleOf }: FoundNotesProps) => (
  <ul className={styles.book}>
    {annotations.map((annotation) => (
      <li key={annotation.id} className={styles.item} data-color={annotation.kind === 'bookmark' ? undefined : annotation.color}>
        <Link to={linkToAnnotation(annotation)} className={styles.itemBody} title={notesText.goToAnnotation}>
          <span className={styles.itemQuote}>
            {annotation.kind === 'bookmark' ? notesText.bookmarkOf(annotation.chapterTitle) : passageOf(annotation)}
          </span>
          {annotation.body === '' ? null : (
            <Text block marginTop={6} breakWords className={styles.itemNote}>
              {annotation.body}
            </Text>
          )}
        </Link>
        <Row align="center">
          <Cluster as="span" align="center" size={13} tone="faint" flex={1} className={styles.itemMeta}>
            {[titleOf(annotation.bookId), annotation.chapterTitle].filter(Boolean).join(' · ')}
          </Cluster>
        </Row>
      </li>
    ))}
  </ul>
);
