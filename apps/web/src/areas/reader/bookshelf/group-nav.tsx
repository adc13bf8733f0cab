/** Navigation between shelf groups or favorite folders, with actions to create, rename and remove them. */

import { ConfirmDialog } from '@shufang/ui';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useShelfActions } from '../../../features/bookshelf/use-shelf.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { GroupNameDialog } from './group-dialog.tsx';
import styles from './shelf-controls.module.css';

interface GroupEntry {
  /** Id of the group; undefined for the entry that shows all items. */
  readonly id: string | undefined;
  readonly name: string;
  readonly count: number;
}

interface GroupNavProps {
  readonly kind: 'groups' | 'folders';
  readonly entries: readonly GroupEntry[];
  readonly current: string | undefined;
  /** The selected group, if the user created it and can therefore rename or delete it; undefined otherwise. */
  readonly currentGroup: { readonly id: string; readonly name: string } | undefined;
  readonly hrefOf: (group: string | undefined) => string;
}

export const GroupNav = ({ kind, entries, current, currentGroup, hrefOf }: GroupNavProps) => {
  const text = bookshelfText.groupKinds[kind];
  const actions = useShelfActions();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'new' | 'rename' | 'remove'>();
  const close = (): void => setDialog(undefined);
  return (
    <nav className={styles.groups} aria-label={text.label}>
      {entries.map(({ id, name, count }) => (
        <Link key={id ?? ''} to={hrefOf(id)} replace className={styles.group} aria-current={id === current ? 'true' : undefined}>
          {name}
          <span className={styles.count}>{count}</span>
        </Link>
      ))}
      <button type="button" className={styles.plain} onClick={() => setDialog('new')}>
        {text.create}
      </button>
      {currentGroup === undefined ? null : (
        <>
          <button type="button" className={styles.plain} onClick={() => setDialog('rename')}>
            {bookshelfText.renameGroup}
          </button>
          <button type="button" className={styles.plain} onClick={() => setDialog('remove')}>
            {text.remove}
          </button>
        </>
      )}
      {dialog === 'new' ? (
        <GroupNameDialog
          title={text.create}
          label={text.name}
          onSave={(name) => {
            close();
            void actions.createGroup(name, kind === 'folders');
          }}
          onClose={close}
        />
      ) : null}
      {dialog === 'rename' && currentGroup !== undefined ? (
        <GroupNameDialog
          title={bookshelfText.renameGroup}
          label={text.name}
          name={currentGroup.name}
          onSave={(name) => {
            close();
            void actions.renameGroup(currentGroup.id, name);
          }}
          onClose={close}
        />
      ) : null}
      {dialog === 'remove' && currentGroup !== undefined ? (
        <ConfirmDialog
          title={text.remove}
          confirmLabel={bookshelfText.remove}
          cancelLabel={bookshelfText.cancel}
          isDestructive
          onConfirm={() => {
            close();
            void actions.removeGroup(currentGroup.id);
            void navigate(hrefOf(undefined), { replace: true });
          }}
          onClose={close}
        >
          <p>{text.removeConfirm(currentGroup.name)}</p>
        </ConfirmDialog>
      ) : null}
    </nav>
  );
};
