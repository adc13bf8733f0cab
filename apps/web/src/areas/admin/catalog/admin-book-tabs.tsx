/** The parts of the page that edits one book. Each part has one button that saves it, and is in the URL as `?part=`. */
import type { AdminBook } from '@shufang/contract';
import { Row, StateBadge, Tabs, Text } from '@shufang/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import styles from './admin-books.module.css';
import { STATE_TONES } from './admin-books.tsx';

const text = adminText.books;

const parts = ['facts', 'trial', 'price', 'editions', 'materials', 'shelf'] as const;
type Part = (typeof parts)[number];

export const AdminBookTabs = ({ book, children }: { book: AdminBook; children: Readonly<Record<Part, ReactNode>> }) => {
  const [params, setParams] = useSearchParams();
  const part = parts.find((each) => each === params.get('part')) ?? 'facts';
  return (
    <>
      <Row gap={20} align="center" marginBottom={24}>
        <div className={styles.headCover}>
          <BookCover book={{ ...book, id: book.bookId }} eager />
        </div>
        <div>
          <Text as="p" size={20} weight={700} serif>
            {book.title}
          </Text>
          <Text as="p" size={14} tone="soft" marginTop={4}>
            {book.authors}
          </Text>
          <p className={styles.headState}>
            <StateBadge tone={STATE_TONES[book.state]}>{catalogText.shelfStates[book.state]}</StateBadge>
          </p>
        </div>
      </Row>
      <Tabs
        label={text.parts}
        tabs={parts.map((value) => ({ value, label: text.partNames[value] }))}
        value={part}
        onChange={(next) => setParams(next === 'facts' ? {} : { part: next }, { replace: true })}
      >
        <div className={styles.form}>{children[part]}</div>
      </Tabs>
    </>
  );
};
