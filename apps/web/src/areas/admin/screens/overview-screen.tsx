/** `/admin`: the pending work of the operator, failed imports, the newest books, and the storage in use. */
import { Grid, LoadFailure, RecordsSkeleton, Section, StateBadge, Text } from '@shufang/ui';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMayAny } from '../../../features/account/for-operators.tsx';
import { printStatusQuery, storageQuery } from '../../../features/admin/storage-query.ts';
import { WaitingWork } from '../../../features/admin/waiting-work.tsx';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { findAdminBooksQuery, STATE_TONES } from '../catalog/admin-books.tsx';
import { importsQuery } from '../publication/queries.ts';
import { StorageFigures } from '../statistics/storage-use.tsx';
import { AdminPage } from './admin-page.tsx';
import styles from './overview-screen.module.css';

const timeFormat = chineseDates({ month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });

const SectionLink = ({ to, label }: { to: string; label: string }) => (
  <Text to={to} as={Link} size={14} tone="accent">
    {label}
  </Text>
);

/** Shows that a part of the page is loading, or that it could not be loaded. */
const PartState = ({ title, query }: { title: string; query: Pick<UseQueryResult, 'isError' | 'refetch'> }) => (
  <Section title={title}>
    {query.isError ? (
      <LoadFailure text={recordsText.failed(title)} retryLabel={recordsText.retry} onRetry={() => void query.refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    )}
  </Section>
);

/** Number of books and of failed imports on the start page. */
const BOOKS_SHOWN = 8;
const FAILED_SHOWN = 4;

/** The books changed last, by their covers. */
const NewestBooks = () => {
  const query = useQuery(findAdminBooksQuery('', BOOKS_SHOWN));
  const { data } = query;
  if (data === undefined) return <PartState title={adminText.newestBooks} query={query} />;
  if (data.items.length === 0) return null;
  return (
    <Section title={adminText.newestBooks} more={<SectionLink to="/admin/books" label={adminText.allBooks} />}>
      <Grid as="ul" gap={24} className={styles.covers}>
        {data.items.map((book) => (
          <li key={book.bookId} className={styles.book}>
            <BookCover book={{ ...book, id: book.bookId }} />
            <Text as="h3" size={14} marginTop={8} stretchedLink className={styles.bookTitle}>
              <Link to={`/admin/books/${book.bookId}`}>{book.title}</Link>
            </Text>
            {book.state === 'published' ? null : (
              <StateBadge tone={STATE_TONES[book.state]}>{catalogText.shelfStates[book.state]}</StateBadge>
            )}
          </li>
        ))}
      </Grid>
    </Section>
  );
};

const FailedImports = () => {
  const query = useQuery(importsQuery());
  // Most installations have no failed imports, so nothing is shown while they are loading.
  if (query.isError && query.data === undefined) return <PartState title={adminText.failedImports} query={query} />;
  const failed = (query.data ?? []).filter(({ stage }) => stage === 'failed' || stage === 'refused');
  if (failed.length === 0) return null;
  return (
    <Section title={adminText.failedImports} more={<SectionLink to="/admin/import" label={adminText.allImports} />}>
      <ul className={styles.failed}>
        {failed.slice(0, FAILED_SHOWN).map(({ id, fileName, detail, createdAt }) => (
          <li key={id}>
            <Text weight={600} breakWords>
              {fileName}
            </Text>
            <Text tone="soft" breakWords>
              {detail}
            </Text>
            <Text as="time" size={13} tone="faint" whiteSpace="nowrap" dateTime={new Date(createdAt).toISOString()}>
              {timeFormat.format(createdAt)}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const Storage = () => {
  const query = useQuery(storageQuery());
  const { data } = query;
  if (data === undefined) return <PartState title={adminText.storage.title} query={query} />;
  return (
    <Section title={adminText.storage.title}>
      <StorageFigures use={data} />
    </Section>
  );
};

/** The font of PDFs, or how to install one. */
const PrintFont = () => {
  const query = useQuery(printStatusQuery());
  const { data } = query;
  if (data === undefined) return <PartState title={adminText.print.title} query={query} />;
  return (
    <Section title={adminText.print.title}>
      {data.font === undefined ? (
        <Text as="p" role="note">
          {adminText.print.noFont}
          {adminText.print.install}
        </Text>
      ) : (
        <Text as="p" tone="soft" breakWords>
          {adminText.print.font(data.font.family)}
        </Text>
      )}
    </Section>
  );
};

const Overview = () => {
  const mayImport = useMayAny(['importBook']) === true;
  const mayPublish = useMayAny(['publishBook']) === true;
  const runsPlatform = useMayAny(['runPlatform']) === true;
  return (
    <>
      {isSecureContext ? null : (
        <p role="note" className={styles.plainHttp}>
          {adminText.plainHttp}
        </p>
      )}
      <WaitingWork />
      {mayImport ? <FailedImports /> : null}
      {mayPublish ? <NewestBooks /> : null}
      {runsPlatform ? <Storage /> : null}
      {runsPlatform ? <PrintFont /> : null}
    </>
  );
};

export const Component = () => (
  <AdminPage title={adminText.title} lead={adminText.overviewLead}>
    <Overview />
  </AdminPage>
);
