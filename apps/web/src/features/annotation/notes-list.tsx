/** The list of the user's notes (我的笔记), grouped by book and chapter, or by day. */
import type { Annotation } from '@shufang/contract';
import { Row, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';
import { AnnotationItem } from './annotation-item.tsx';
import { groupByBook, groupByChapter, groupByDay } from './arrange-annotations.ts';
import { usePaperPages } from './use-paper-pages.ts';

export interface NotesListProps {
  annotations: readonly Annotation[];
  by: 'book' | 'time';
  titleOf: (bookId: string) => string;
  onOpen: (annotation: Annotation) => void;
  onEdit: (annotation: Annotation) => void;
  onDelete: (annotation: Annotation) => void;
  onReanchor: (annotation: Annotation) => void;
  /** The selected annotations, and how to toggle one; absent when selection mode is off. */
  choice?: { readonly chosen: ReadonlySet<string>; readonly onToggle: (annotation: Annotation) => void } | undefined;
}

export const NotesList = ({ annotations, by, titleOf, onOpen, onEdit, onDelete, onReanchor, choice }: NotesListProps) => {
  const pageOf = usePaperPages(annotations);
  const item = (annotation: Annotation, location?: string) => (
    <AnnotationItem
      key={annotation.id}
      annotation={annotation}
      location={location}
      page={pageOf(annotation)}
      onOpen={() => onOpen(annotation)}
      onEdit={() => onEdit(annotation)}
      onDelete={() => onDelete(annotation)}
      onReanchor={() => onReanchor(annotation)}
      choice={choice && { isChosen: choice.chosen.has(annotation.id), onToggle: () => choice.onToggle(annotation) }}
    />
  );
  if (by === 'time') {
    return groupByDay(annotations).map((day) => (
      <section key={day.key} className={styles.book}>
        <Row as="h2" gap={12} align="baseline" justify="between" size={18} className={styles.bookTitle}>
          {day.title}
        </Row>
        <ul>
          {day.annotations.map((annotation) =>
            item(annotation, [titleOf(annotation.bookId), annotation.chapterTitle].filter(Boolean).join(' · ')),
          )}
        </ul>
      </section>
    ));
  }
  return groupByBook(annotations).map((book) => (
    <section key={book.key} className={styles.book}>
      <Row as="h2" gap={12} align="baseline" justify="between" size={18} className={styles.bookTitle}>
        <Link to={`/course/info/${book.key}`}>{titleOf(book.key)}</Link>
        <Text size={13} tone="faint" weight={400} className={styles.bookCount}>
          {notesText.count(book.annotations.length)}
        </Text>
      </Row>
      {groupByChapter(book.annotations).map((chapter) => (
        <section key={chapter.key}>
          <Text as="h3" size={14} tone="soft" className={styles.chapterTitle}>
            {chapter.title || notesText.untitledChapter}
          </Text>
          <ul>{chapter.annotations.map((annotation) => item(annotation))}</ul>
        </section>
      ))}
    </section>
  ));
};
