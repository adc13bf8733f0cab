/** Groups of the shelf, or folders of favourites: links beside one another, and what can be done with them. */
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useShelfVerbs } from '../../features/bookshelf/use-shelf.ts';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { ConfirmDialog, GroupNameDialog } from './group-dialog.tsx';
import styles from './shelf-controls.module.css';

interface GroupEntry {
  /** Absent: everything. */
  readonly id: string | undefined;
  readonly name: string;
  readonly count: number;
}

interface GroupNavProps {
  readonly kind: 'groups' | 'folders';
  readonly entries: readonly GroupEntry[];
  readonly current: string | undefined;
  /** The person's own one that is looked at, if it is one. */
  readonly own: { readonly id: string; readonly name: string } | undefined;
  readonly hrefOf: (group: string | undefined) => string;
}

export const GroupNav = ({ kind, entries, current, own, hrefOf }: GroupNavProps) => {
  const text = bookshelfText.groupKinds[kind];
  const verbs = useShelfVerbs();
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
      {own === undefined ? null : (
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
            void verbs.createGroup(name, kind === 'folders');
          }}
          onClose={close}
        />
      ) : null}
      {dialog === 'rename' && own !== undefined ? (
        <GroupNameDialog
          title={bookshelfText.renameGroup}
          label={text.name}
          name={own.name}
          onSave={(name) => {
            close();
            void verbs.renameGroup(own.id, name);
          }}
          onClose={close}
        />
      ) : null}
      {dialog === 'remove' && own !== undefined ? (
        <ConfirmDialog
          title={text.remove}
          text={text.removeConfirm(own.name)}
          verb={bookshelfText.remove}
          onConfirm={() => {
            close();
            void verbs.removeGroup(own.id);
            void navigate(hrefOf(undefined), { replace: true });
          }}
          onClose={close}
        />
      ) : null}
    </nav>
  );
};
