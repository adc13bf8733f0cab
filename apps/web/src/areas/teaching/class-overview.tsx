/** The first tab of the page of a class: the join code for its teachers, the book, and the announcements. */
import type { ClassGroup } from '@shufang/contract';
import { buttonClass, Cluster, Grid, RecordCard, Stack, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { ClassAnnouncements } from './class-announcements.tsx';
import { ClassCodeCard } from './class-code-card.tsx';
import { NewerVersion } from './newer-version.tsx';
import styles from './teaching.module.css';

const ClassBook = ({ group }: { group: ClassGroup }) => {
  const { book, versionNo } = group;
  return (
    <RecordCard title={text.book}>
      {book === undefined ? (
        <p>{text.bookGone}</p>
      ) : (
        <Grid gap={20} align="start" className={styles.book}>
          <BookCover book={book} />
          <Stack gap={8}>
            <Text as="p" size={17}>
              {text.bookLine(book.title, versionNo)}
            </Text>
            <Text as="p" size={14} tone="faint">
              {book.authors}
            </Text>
            <NewerVersion group={group} />
            <Cluster gap={12}>
              <Link to={`/course/learning/${book.id}`} className={buttonClass()} aria-label={text.readBook(book.title)}>
                {text.read}
              </Link>
              <Link to={`/course/info/${book.id}`} className={buttonClass('quiet')}>
                {text.seeBook}
              </Link>
            </Cluster>
          </Stack>
        </Grid>
      )}
    </RecordCard>
  );
};

export const ClassOverview = ({ group }: { group: ClassGroup }) => (
  <div className={styles.overview}>
    <div>
      <ClassBook group={group} />
      {group.mayEdit ? <ClassCodeCard group={group} /> : null}
    </div>
    <ClassAnnouncements group={group} />
  </div>
);
