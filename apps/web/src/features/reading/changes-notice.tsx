/** Notice that a book was updated since the user read it, with a link to the changes. */
import { IconX } from '@shufang/icons';
import { IconButton, Row } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { textChangesText as text } from '../../platform/messages/zh-cn/text-changes.ts';
import styles from './notices.module.css';
import { changesAddress, textChangesQuery, useMarkSeen } from './text-changes.ts';

interface ChangesNoticeProps {
  readonly bookId: string;
  /** Number of the version whose text the user knows. */
  readonly since: number;
  /** Whether the notice floats above the text of the book. */
  readonly isFloating?: boolean;
}

/** Shows nothing until the changes are loaded, and if there are none in the chapters that the user may open. */
export const ChangesNotice = ({ bookId, since, isFloating = false }: ChangesNoticeProps) => {
  const [isDismissed, setDismissed] = useState(false);
  // The reader did not ask for the changes here, so a failure is not shown.
  const first = useInfiniteQuery({ ...textChangesQuery(bookId, since), meta: { claims: true } }).data?.pages[0];
  const markSeen = useMarkSeen(bookId);
  if (isDismissed || first === undefined || first.state === 'indexing') return null;
  const isCompared = first.state === 'compared';
  if (isCompared && first.total === 0) return null;
  return (
    <Row gap={8} align="center" size={14} className={isFloating ? styles.foreign : styles.changes} role="status">
      <span>{isCompared ? text.updated(first.total, first.isCut) : text.updatedUncounted}</span>
      <Link to={changesAddress(bookId, since)}>{text.show}</Link>
      <IconButton
        name={text.dismiss}
        onClick={() => {
          setDismissed(true);
          markSeen(first.to.no);
        }}
      >
        <IconX size={18} stroke={1.6} aria-hidden />
      </IconButton>
    </Row>
  );
};
