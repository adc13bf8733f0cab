/** An annotation in a list: passage, note, location and anchor state, with actions to open, edit and delete it. */
import type { Annotation } from '@shufang/contract';
import {
  IconAlertTriangle,
  IconArrowsMove,
  IconBookmark,
  IconHighlight,
  IconNote,
  IconPencil,
  IconTrash,
  IconUnlink,
} from '@shufang/icons';
import { Cluster, IconButton, ItemCheckbox, Row, Text } from '@shufang/ui';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { passageOf } from '../../platform/formula/readable-quote.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import styles from './annotation.module.css';

const kindIcons = { highlight: IconHighlight, note: IconNote, bookmark: IconBookmark };
const anchorIcons = { moved: IconArrowsMove, fuzzy: IconAlertTriangle, orphan: IconUnlink };

export interface AnnotationItemProps {
  annotation: Annotation;
  /** Location of the annotation, shown when the list is not grouped by chapter. */
  location?: string | undefined;
  /** Number or label of the page in the paper book, as printed there. */
  page?: string | undefined;
  /** Shown like a tag, such as that the annotation counts in an assignment. */
  label?: string | undefined;
  onOpen: () => void;
  onEdit: () => void;
  onDelete: () => void;
  /** Starts re-anchoring; defined for an orphaned annotation only. */
  onReanchor?: (() => void) | undefined;
  /** Whether the annotation is selected, and how to toggle that; absent when selection mode is off. */
  choice?: { readonly isChosen: boolean; readonly onToggle: () => void } | undefined;
}

const AnchorLine = ({ annotation, onReanchor }: Pick<AnnotationItemProps, 'annotation' | 'onReanchor'>) => {
  if (annotation.anchor === 'exact') return null;
  const Icon = anchorIcons[annotation.anchor];
  return (
    <Row as="p" gap={6} align="center" size={13} marginTop={4} className={styles.anchor} data-anchor={annotation.anchor}>
      <Icon size={16} aria-hidden />
      {notesText.anchors[annotation.anchor]}
      {annotation.anchor === 'orphan' && onReanchor ? (
        <button type="button" className={styles.reanchor} onClick={onReanchor}>
          {notesText.reanchor}
        </button>
      ) : null}
    </Row>
  );
};

const dateFormat = chineseDates({ month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' });

export const AnnotationItem = ({
  annotation,
  location,
  page,
  label,
  onOpen,
  onEdit,
  onDelete,
  onReanchor,
  choice,
}: AnnotationItemProps) => {
  const Icon = kindIcons[annotation.kind];
  const text = annotation.kind === 'bookmark' ? notesText.bookmarkOf(annotation.chapterTitle) : passageOf(annotation);
  return (
    <li
      className={choice === undefined ? styles.item : `${styles.item} ${styles.choosable}`}
      data-color={annotation.kind === 'bookmark' ? undefined : annotation.color}
    >
      {choice === undefined ? null : (
        <ItemCheckbox
          className={styles.choice}
          aria-label={notesText.chooseAnnotation(text)}
          checked={choice.isChosen}
          onChange={choice.onToggle}
        />
      )}
      <button type="button" className={styles.itemBody} onClick={onOpen} title={notesText.goToAnnotation}>
        <span className={styles.itemQuote} data-highlight={annotation.kind === 'bookmark' ? undefined : annotation.highlightStyle}>
          {text}
        </span>
        {annotation.body !== '' && (
          <Text block marginTop={6} breakWords className={styles.itemNote}>
            {annotation.body}
          </Text>
        )}
      </button>
      <AnchorLine annotation={annotation} onReanchor={onReanchor} />
      <Row align="center">
        <Cluster as="span" align="center" size={13} tone="faint" flex={1} className={styles.itemMeta}>
          <Icon size={14} aria-hidden />
          {annotation.kind === 'bookmark' ? notesText.kinds.bookmark : notesText.highlightOf(annotation)}
          {annotation.tags.map((tag) => (
            <span key={tag} className={styles.itemTag}>
              {tag}
            </span>
          ))}
          {label === undefined ? null : <strong>{label}</strong>}
          {location && <span>{location}</span>}
          {page && <span>{notesText.paperPage(page)}</span>}
          <time dateTime={new Date(annotation.createdAt).toISOString()}>{dateFormat.format(annotation.createdAt)}</time>
        </Cluster>
        {annotation.kind !== 'bookmark' && choice === undefined && (
          <IconButton name={annotation.body === '' ? notesText.writeNote : notesText.editNote} onClick={onEdit}>
            <IconPencil size={18} stroke={1.6} aria-hidden />
          </IconButton>
        )}
        {choice === undefined ? (
          <IconButton name={notesText.deleteAnnotation} onClick={onDelete}>
            <IconTrash size={18} stroke={1.6} aria-hidden />
          </IconButton>
        ) : null}
      </Row>
    </li>
  );
};
