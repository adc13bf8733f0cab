/** The list of 我的笔记: by book and chapter, or by day. */
import type { Annotation } from '@shufang/contract';
import { Link } from 'react-router';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';
import { groupByBook, groupByChapter, groupByDay } from './arrange-marks.ts';
import { MarkItem } from './mark-item.tsx';
import { usePaperPages } from './use-paper-pages.ts';

export interface NotesListProps {
  marks: readonly Annotation[];
  by: 'book' | 'time';
  titleOf: (bookId: string) => string;
  onOpen: (mark: Annotation) => void;
  onEdit: (mark: Annotation) => void;
  onDelete: (mark: Annotation) => void;
  onReanchor: (mark: Annotation) => void;
  /** Absent: nothing is being chosen. */
  choice?: { readonly chosen: ReadonlySet<string>; readonly onToggle: (mark: Annotation) => void } | undefined;
}

export const NotesList = ({ marks, by, titleOf, onOpen, onEdit, onDelete, onReanchor, choice }: NotesListProps) => {
  const pageOf = usePaperPages(marks);
  const item = (mark: Annotation, place?: string) => (
    <MarkItem
      key={mark.id}
      mark={mark}
      place={place}
      page={pageOf(mark)}
      onOpen={() => onOpen(mark)}
      onEdit={() => onEdit(mark)}
      onDelete={() => onDelete(mark)}
      onReanchor={() => onReanchor(mark)}
      choice={choice && { isChosen: choice.chosen.has(mark.id), onToggle: () => choice.onToggle(mark) }}
    />
  );
  if (by === 'time') {
    return groupByDay(marks).map((day) => (
      <section key={day.key} className={styles.book}>
        <h2 className={styles.bookTitle}>{day.title}</h2>
        <ul>{day.marks.map((mark) => item(mark, [titleOf(mark.bookId), mark.chapterTitle].filter(Boolean).join(' · ')))}</ul>
      </section>
    ));
  }
  return groupByBook(marks).map((book) => (
    <section key={book.key} className={styles.book}>
      <h2 className={styles.bookTitle}>
        <Link to={`/course/info/${book.key}`}>{titleOf(book.key)}</Link>
        <span className={styles.bookCount}>{notesText.count(book.marks.length)}</span>
      </h2>
      {groupByChapter(book.marks).map((chapter) => (
        <section key={chapter.key}>
          <h3 className={styles.chapterTitle}>{chapter.title || notesText.untitledChapter}</h3>
          <ul>{chapter.marks.map((mark) => item(mark))}</ul>
        </section>
      ))}
    </section>
  ));
};
