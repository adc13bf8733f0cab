/** 配套教学资源: files that go with a book. What there is, everybody sees; what is for others says for whom, and how one becomes a teacher. */
import { type BookMaterial, downloadBookMaterial } from '@shufang/contract';
import { buttonClass, EmptyState, RecordsSkeleton } from '@shufang/ui';
import { IconFileText, IconLock } from '@tabler/icons-react';
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
    <li className={styles.resource}>
      <IconFileText size={20} stroke={1.5} aria-hidden />
      <div className={styles.resourceText}>
        <p className={styles.resourceTitle}>{title}</p>
        <p className={styles.chapter}>{[fileName, text.size(sizeBytes), text.forWhom(audience)].join(' · ')}</p>
        {note === '' ? null : <p className={styles.materialNote}>{note}</p>}
      </div>
      {open ? (
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-label={text.downloadOf(title)}
          aria-disabled={fetching.isPending}
          onClick={handleDownload}
        >
          {fetching.isPending ? text.downloading : text.download}
        </button>
      ) : (
        <span className={styles.locked}>
          <IconLock size={15} stroke={1.5} aria-hidden />
          {text.locked}
        </span>
      )}
    </li>
  );
};

/** Why some are locked, and the way to them. */
const Locks = ({ locked }: { locked: readonly BookMaterial[] }) => {
  if (locked.some(({ audience }) => audience === 'teacher'))
    return (
      <div className={styles.materialLead}>
        <p>{text.teacherLead}</p>
        <Link to="/user/teacher" className={buttonClass('quiet')}>
          {text.becomeTeacher}
        </Link>
      </div>
    );
  return locked.length === 0 ? null : <p className={styles.materialLead}>{text.ownerLead}</p>;
};

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
      <ul className={styles.resources} aria-label={text.list}>
        {items.map((material) => (
          <Material key={material.id} material={material} />
        ))}
      </ul>
    </>
  );
};
