/** A button that opens the dialog in which books of the shelf are moved to a group. */
import type { ShelfGroupRecord } from '@shufang/contract';
import { useState } from 'react';
import { useShelfActions } from '../../../features/bookshelf/use-shelf.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { MoveDialog, type MoveTarget } from './move-dialog.tsx';

interface MoveToGroupProps {
  /** Accessible name of the button, and title of the dialog. */
  readonly label: string;
  readonly bookIds: readonly string[];
  readonly groups: readonly ShelfGroupRecord[];
  /** The group of all these books; null if they have none; absent if they may have different ones. */
  readonly current?: ShelfGroupRecord | null;
  readonly className?: string | undefined;
  readonly isDisabled?: boolean;
  readonly onMoved?: () => void;
}

export const MoveToGroup = ({ label, bookIds, groups, current, className, isDisabled = false, onMoved }: MoveToGroupProps) => {
  const actions = useShelfActions();
  const [isOpen, setOpen] = useState(false);
  const { done, groupKinds } = bookshelfText;
  const handleMove = async (target: MoveTarget): Promise<void> => {
    setOpen(false);
    await actions.moveToGroup(bookIds, target === undefined ? undefined : (target.id ?? (await actions.createGroup(target.name))));
    const count = bookIds.length;
    broadcast('toast', { kind: 'success', text: target === undefined ? done.ungrouped(count) : done.moved(count, target.name) });
    onMoved?.();
  };
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={current ? bookshelfText.inGroup(label, current.name) : label}
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        {current?.name ?? bookshelfText.move}
      </button>
      {isOpen ? (
        <MoveDialog
          title={label}
          groups={groups}
          noneLabel={bookshelfText.noGroup}
          newGroup={groupKinds.groups}
          current={current === null ? null : current?.id}
          onMove={(target) => void handleMove(target)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
};
