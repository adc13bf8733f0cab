/**
 * The tab with the files that accompany a book (配套教学资源). Everybody sees the list; a file that the user may not download names its audience.
 */
import { type BookMaterial, downloadBookMaterial } from '@shufang/contract';
import { IconFileText, IconLock } from '@shufang/icons';
import { Block, buttonClass, Cluster, EmptyState, RecordsSkeleton, Row, Text } from '@shufang/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { fetchFile } from '../../platform/api/fetch-file.ts';
import { saveFile } from '../../platform/api/save-file.ts';
import { materialsText as text } from '../../platform/messages/zh-cn/materials.ts';
import { useSession } from '../../platform/session/session.ts';
import { signInFor } from '../../platform/session/sign-in-intent.ts';
import { useAfterSignIn } from '../../platform/session/use-after-sign-in.ts';
import styles from './book-page.module.css';
import { bookMaterialsQuery } from './material-queries.ts';
import { RowFailure } from './row-failure.tsx';

const Material = ({ material }: { material: BookMaterial }) => {
  const { id, title, note, audience, fileName, sizeBytes, open } = material;
  const signedIn = useSession().token !== undefined;
  const fetching = useMutation({ mutationFn: async () => saveFile(fileName, await fetchFile(downloadBookMaterial, { id })) });
  const step = `material:${id}`;
  useAfterSignIn(step, signedIn && open, () => fetching.mutate());
  const handleDownload = (): void => {
    if (!signedIn) signInFor(step, '');
    else if (!fetching.isPending) fetching.mutate();
  };
  return (
    <Row as="li" gap={12} align="center" className={styles.resource}>
      <IconFileText size={20} stroke={1.5} aria-hidden />
      <Block flex={1} minWidth={0}>
        <p className={styles.resourceTitle}>{title}</p>
        <Text as="p" size={13} tone="faint">
          {[fileName, text.size(sizeBytes), text.forWhom(audience)].join(' · ')}
        </Text>
        {note === '' ? null : (
          <Text as="p" size={14} tone="soft" whiteSpace="pre-line">
            {note}
          </Text>
        )}
      </Block>
      {open ? (
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={fetching.isPending ? text.downloadingOf(title) : text.downloadOf(title)}
          aria-disabled={fetching.isPending}
          onClick={handleDownload}
        >
          {fetching.isPending ? text.downloading : text.download}
        </button>
      ) : (
        <Row as="span" gap={6} align="center" size={13} tone="faint" flex="none">
          <IconLock size={15} stroke={1.5} aria-hidden />
          {text.locked}
        </Row>
      )}
    </Row>
  );
};

/** Explains why the user may not download some files, and how to get access. */
const Locks = ({ locked }: { locked: readonly BookMaterial[] }) => {
  if (locked.some(({ audience }) => audience === 'teacher'))
    return (
      <Cluster align="center" justify="between" tone="soft" marginBottom={12} className={styles.materialLead}>
        <p>{text.teacherLead}</p>
        <Link to="/user/teacher" className={buttonClass('quiet')}>
          {text.becomeTeacher}
        </Link>
      </Cluster>
    );
  return locked.length === 0 ? null : (
    <Cluster as="p" align="center" justify="between" tone="soft" marginBottom={12} className={styles.materialLead}>
      {text.ownerLead}
    </Cluster>
  );
};

export const MaterialList = ({ label, items }: { label: string; items: readonly BookMaterial[] }) => (
  <ul className={styles.resources} aria-label={label}>
    {items.map((material) => (
      <Material key={material.id} material={material} />
    ))}
  </ul>
);

export const BookMaterials = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch } = useQuery(bookMaterialsQuery(bookId));
  if (data === undefined) {
    if (isError) return <RowFailure text={text.failed} onRetry={() => void refetch()} />;
    return <RecordsSkeleton label={text.loading} />;
  }
  const { items } = data;
  if (items.length === 0)
    return (
      <EmptyState title={text.none}>
        <p>{text.noneHint}</p>
      </EmptyState>
    );
  return (
    <>
      <Locks locked={items.filter(({ open }) => !open)} />
      <MaterialList label={text.list} items={items} />
    </>
  );
};
