/** `/admin/import`: files become books here, watched by the operator who sent them. */
import type { ImportJob } from '@shufang/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CategoryField } from '../../features/catalog/category-field.tsx';
import { categoryTreeQuery, shelvesQuery } from '../../features/catalog/queries.ts';
import { ShelfSwitch } from '../../features/catalog/shelf-switch.tsx';
import { ImportForm } from '../../features/media/import-form.tsx';
import { ImportList } from '../../features/media/import-list.tsx';
import { HISTORY_LENGTH, importsQuery } from '../../features/media/queries.ts';
import { UploadList } from '../../features/media/upload-list.tsx';
import { useUploads } from '../../features/media/uploads.ts';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import { DeskPage } from './desk-page.tsx';
import styles from './import-screen.module.css';

const bookIdsOf = (jobs: readonly ImportJob[] = []): string[] =>
  [...new Set(jobs.flatMap(({ stage, bookId }) => (stage === 'done' && bookId !== undefined ? [bookId] : [])))].toSorted();

const Desk = () => {
  const queryClient = useQueryClient();
  const categories = useQuery(categoryTreeQuery());
  const shelves = useQuery(shelvesQuery(bookIdsOf(useQuery(importsQuery()).data))).data;
  const lists = useRef<HTMLDivElement>(null);
  const isUploading = useUploads().uploads.length > 0;

  const handleCreated = (job: ImportJob): void => {
    const { queryKey } = importsQuery();
    // A list that is just being loaded may not know the new one yet.
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)]);
    void queryClient.invalidateQueries({ queryKey });
  };
  const handleStart = (): void => {
    // By itself focus would show the middle of a long list.
    lists.current?.focus({ preventScroll: true });
    lists.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className={styles.desk}>
      <section aria-labelledby="new-import" className={styles.form}>
        <h2 id="new-import" className={styles.heading}>
          {importText.newImport}
        </h2>
        <ImportForm
          renderCategories={(chosen, onChange) =>
            categories.isError ? (
              <p className={styles.hint}>{importText.categoriesFailed}</p>
            ) : (
              <CategoryField tree={categories.data ?? []} chosen={chosen} onChange={onChange} />
            )
          }
          onCreated={handleCreated}
          onStart={handleStart}
        />
      </section>
      <div ref={lists} className={styles.lists} tabIndex={-1} role="group" aria-label={importText.progressAndHistory}>
        {isUploading ? (
          <section aria-labelledby="uploads" className={styles.uploads}>
            <h2 id="uploads" className={styles.heading}>
              {importText.uploads}
            </h2>
            <UploadList onCreated={handleCreated} />
          </section>
        ) : null}
        <section aria-labelledby="imports">
          <h2 id="imports" className={styles.heading}>
            {importText.history}
          </h2>
          <p className={styles.hint}>{importText.historyHint(HISTORY_LENGTH)}</p>
          <ImportList
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
  <DeskPage title={importText.title} lead={importText.lead} permissions={['importBook']}>
    <Desk />
  </DeskPage>
);
