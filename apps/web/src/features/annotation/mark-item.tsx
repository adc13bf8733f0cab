/** One mark in a list: passage, note, place, how it was found again; opens its place, edits, deletes. */
import type { Annotation } from '@shufang/contract';
import { IconButton } from '@shufang/ui';
import {
  IconAlertTriangle,
  IconArrowsMove,
  IconBookmark,
  IconHighlight,
  IconNote,
  IconPencil,
  IconTrash,
  IconUnlink,
} from '@tabler/icons-react';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';

const kindIcons = { highlight: IconHighlight, note: IconNote, bookmark: IconBookmark };
const anchorIcons = { moved: IconArrowsMove, fuzzy: IconAlertTriangle, orphan: IconUnlink };

export interface MarkItemProps {
  mark: Annotation;
  /** Shown when the list is not grouped by chapter. */
  place?: string | undefined;
  /** Of the paper book, as it is printed there. */
  page?: string | undefined;
  onOpen: () => void;
  onEdit: () => void;
  onDelete: () => void;
  /** Offered on a mark that lost its place. */
  onReanchor?: (() => void) | undefined;
  /** Absent: nothing is being chosen. */
  choice?: { readonly isChosen: boolean; readonly onToggle: () => void } | undefined;
}

const AnchorLine = ({ mark, onReanchor }: Pick<MarkItemProps, 'mark' | 'onReanchor'>) => {
  if (mark.anchor === 'exact') return null;
  const Icon = anchorIcons[mark.anchor];
  return (
    <p className={styles.anchor} data-anchor={mark.anchor}>
      <Icon size={16} aria-hidden />
      {notesText.anchors[mark.anchor]}
      {mark.anchor === 'orphan' && onReanchor ? (
        <button type="button" className={styles.reanchor} onClick={onReanchor}>
          {notesText.reanchor}
        </button>
      ) : null}
    </p>
  );
};

const dateFormat = chineseDates({ month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' });

export const MarkItem = ({ mark, place, page, onOpen, onEdit, onDelete, onReanchor, choice }: MarkItemProps) => {
  const Icon = kindIcons[mark.kind];
  const text = mark.kind === 'bookmark' ? notesText.bookmarkOf(mark.chapterTitle) : mark.target.quote.exact;
  return (
    <li
      className={choice === undefined ? styles.item : `${styles.item} ${styles.choosable}`}
      data-color={mark.kind === 'bookmark' ? undefined : mark.color}
    >
      {choice === undefined ? null : (
        <input
          type="checkbox"
          className={styles.choice}
          aria-label={notesText.chooseMark(text)}
          checked={choice.isChosen}
          onChange={choice.onToggle}
        />
      )}
      <button type="button" className={styles.itemBody} onClick={onOpen} title={notesText.goToMark}>
        <span className={styles.itemQuote}>{text}</span>
        {mark.body !== '' && <span className={styles.itemNote}>{mark.body}</span>}
      </button>
      <AnchorLine mark={mark} onReanchor={onReanchor} />
      <div className={styles.itemFoot}>
        <span className={styles.itemMeta}>
          <Icon size={14} aria-hidden />
          {mark.kind === 'bookmark' ? notesText.kinds.bookmark : `${notesText.colors[mark.color]}${notesText.kinds[mark.kind]}`}
          {mark.tags.map((tag) => (
            <span key={tag} className={styles.itemTag}>
              {tag}
            </span>
          ))}
          {place && <span className={styles.itemPlace}>{place}</span>}
          {page && <span>{notesText.paperPage(page)}</span>}
          <time dateTime={new Date(mark.createdAt).toISOString()}>{dateFormat.format(mark.createdAt)}</time>
        </span>
        {mark.kind !== 'bookmark' && choice === undefined && (
          <IconButton name={mark.body === '' ? notesText.writeNote : notesText.editNote} onClick={onEdit}>
            <IconPencil size={18} stroke={1.6} aria-hidden />
          </IconButton>
        )}
        {choice === undefined ? (
          <IconButton name={notesText.deleteMark} onClick={onDelete}>
            <IconTrash size={18} stroke={1.6} aria-hidden />
          </IconButton>
        ) : null}
      </div>
    </li>
  );
};
