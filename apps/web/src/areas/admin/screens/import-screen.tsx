/** `/admin/import`: imports files as books and shows the progress of each import. */
import type { ImportJob } from '@shufang/contract';
import { Panel, Text } from '@shufang/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { categoryTreeQuery, shelvesQuery } from '../../../features/catalog/queries.ts';
import { importText } from '../../../platform/messages/zh-cn/import.ts';
import { CategoryField } from '../catalog/category-field.tsx';
import { ShelfSwitch } from '../catalog/shelf-switch.tsx';
import { ImportForm } from '../publication/import-form.tsx';
import { ImportList } from '../publication/import-list.tsx';
import { HISTORY_LENGTH, importsQuery } from '../publication/queries.ts';
import { UploadList } from '../publication/upload-list.tsx';
import { useUploads } from '../publication/uploads.ts';
import { AdminPage } from './admin-page.tsx';
import styles from './import-screen.module.css';

const bookIdsOf = (jobs: readonly ImportJob[] = []): string[] =>
  [...new Set(jobs.flatMap(({ stage, bookId }) => (stage === 'done' && bookId !== undefined ? [bookId] : [])))].toSorted();

const AdminContent = () => {
  const queryClient = useQueryClient();
  const categories = useQuery(categoryTreeQuery());
  const shelves = useQuery(shelvesQuery(bookIdsOf(useQuery(importsQuery()).data))).data;
  const lists = useRef<HTMLDivElement>(null);
  const isUploading = useUploads().uploads.length > 0;

  const handleCreated = (job: ImportJob): void => {
    const { queryKey } = importsQuery();
    // A request for the list that was sent before this import was created may return without the import and hide it, so such requests are
    // canceled.
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)]);
    void queryClient.invalidateQueries({ queryKey });
  };
  const handleStart = (): void => {
    // The focus is set with `preventScroll`, because the browser would otherwise scroll a long list to its middle.
    lists.current?.focus({ preventScroll: true });
    lists.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className={styles.layout}>
      <Panel aria-labelledby="new-import" as="section" className={styles.form}>
        <Text id="new-import" as="h2" size={20} marginBottom={16} className={styles.heading}>
          {importText.newImport}
        </Text>
        <ImportForm
          renderCategories={(chosen, onChange) =>
            categories.isError ? (
              <Text as="p" size={13} tone="faint" marginBottom={16}>
                {importText.categoriesFailed}
              </Text>
            ) : (
              <CategoryField tree={categories.data ?? []} isLoading={categories.isPending} chosen={chosen} onChange={onChange} />
            )
          }
          onCreated={handleCreated}
          onStart={handleStart}
        />
      </Panel>
      <div ref={lists} className={styles.lists} tabIndex={-1} role="group" aria-label={importText.progressAndHistory}>
        {isUploading ? (
          <section aria-labelledby="uploads" className={styles.uploads}>
            <Text id="uploads" as="h2" size={20} marginBottom={16} className={styles.heading}>
              {importText.uploads}
            </Text>
            <UploadList onCreated={handleCreated} />
          </section>
        ) : null}
        <section aria-labelledby="imports">
          <Text id="imports" as="h2" size={20} marginBottom={16} className={styles.heading}>
            {importText.history}
          </Text>
          <Text as="p" size={13} tone="faint" marginBottom={16}>
            {importText.historyHint(HISTORY_LENGTH)}
          </Text>
          <ImportList
            bookOf={(bookId) => shelves?.find((candidate) => candidate.bookId === bookId)}
            renderCover={(book) => <BookCover book={{ ...book, id: book.bookId }} />}
            renderBookActions={(bookId) => {
              const record = shelves?.find((candidate) => candidate.bookId === bookId);
              return record && <ShelfSwitch record={record} />;
            }}
          />
        </section>
      </div>
    </div>
  );
};

export const Component = () => (
  <AdminPage title={importText.title} lead={importText.lead}>
    <AdminContent />
  </AdminPage>
);
