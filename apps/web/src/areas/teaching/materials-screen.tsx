/** `/user/teacher/materials`: the materials of the books that the teacher teaches or owns, with search and download. */
import { listTeacherMaterials, type TeacherMaterials } from '@shufang/contract';
import { Cluster, RecordList, Section, StateBadge, TextField } from '@shufang/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MaterialList } from '../../features/catalog/book-materials.tsx';
import { call } from '../../platform/api/client.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teacherMaterialsText as text } from '../../platform/messages/zh-cn/teacher-materials.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../platform/records/use-url-filters.ts';
import { useSession } from '../../platform/session/session.ts';
import { TeacherPage } from './teacher-page.tsx';

const teacherMaterialsQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['teacherMaterials', userId],
    queryFn: ({ signal }) => call(listTeacherMaterials, {}, { signal }),
    staleTime: 0,
    enabled: userId !== undefined,
    meta: { claims: true },
  });

/** Returns the books with the files that contain the text: all files of a book whose title contains it. */
const matching = (books: readonly TeacherMaterials[], q: string): TeacherMaterials[] => {
  const wanted = q.trim().toLowerCase();
  const has = (value: string): boolean => value.toLowerCase().includes(wanted);
  return books.flatMap(({ book, origins, items }) => {
    const found = has(book.title) ? items : items.filter(({ title, fileName, note }) => has(title) || has(fileName) || has(note));
    return found.length === 0 ? [] : [{ book, origins, items: found }];
  });
};

const Materials = () => {
  const userId = useSession((session) => session.userId);
  const { valueOf, change } = useUrlFilters();
  const pages = useRecordPages(useQuery(teacherMaterialsQuery(userId)), recordsText.failed(text.what));
  const q = valueOf('q');
  const rows = pages.rows === undefined ? undefined : matching(pages.rows, q);
  const isSearching = q.trim() !== '';
  return (
    <RecordList
      pages={{ ...pages, rows }}
      filters={{
        label: text.filters,
        fields: <TextField label={text.search} type="search" maxLength={60} value={q} onChange={(value) => change('q', value)} />,
      }}
      summary={
        rows === undefined
          ? undefined
          : text.count(
              rows.reduce((sum, { items }) => sum + items.length, 0),
              rows.length,
            )
      }
      empty={{
        title: isSearching ? text.noneFound : text.none,
        children: <p>{isSearching ? text.noneFoundHint : text.noneHint}</p>,
      }}
    >
      {(books) =>
        books.map(({ book, origins, items }) => (
          <Section
            key={book.id}
            title={book.title}
            more={
              <Cluster as="span" gap={8} align="center">
                {origins.map((origin) => (
                  <StateBadge key={origin}>{text.origins[origin]}</StateBadge>
                ))}
                <Link to={`/course/info/${book.id}?tab=materials`} aria-label={text.toBookOf(book.title)}>
                  {text.toBook}
                </Link>
              </Cluster>
            }
          >
            <MaterialList label={text.listOf(book.title)} items={items} />
          </Section>
        ))
      }
    </RecordList>
  );
};

export const Component = () => (
  <TeacherPage
    title={text.title}
    lead={text.lead}
    signedOutText={text.signedOut}
    permission="useTeacherResources"
    denied={{ title: text.onlyTeachers, hint: text.onlyTeachersHint, link: text.toVerification }}
  >
    <Materials />
  </TeacherPage>
);
