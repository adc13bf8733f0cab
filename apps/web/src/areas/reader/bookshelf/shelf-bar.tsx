/** The actions for the books selected on the shelf. */
import type { ShelfGroupRecord } from '@shufang/contract';
import { ActionBar, buttonClass } from '@shufang/ui';
import type { ShelfBook } from '../../../features/bookshelf/arrange-shelf.ts';
import { useShelfActions } from '../../../features/bookshelf/use-shelf.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { MoveToGroup } from './move-to-group.tsx';

interface ShelfBarProps {
  readonly chosen: readonly ShelfBook[];
  readonly groups: readonly ShelfGroupRecord[];
  readonly ownedIds: ReadonlySet<string>;
  readonly onAll: () => void;
  readonly onDone: () => void;
}

export const ShelfBar = ({ chosen, groups, ownedIds, onAll, onDone }: ShelfBarProps) => {
  const actions = useShelfActions();
  const ids = chosen.map(({ bookId }) => bookId);
  const isNone = ids.length === 0;
  const allPinned = !isNone && chosen.every(({ item }) => item.pinned === true);
  const allHidden = !isNone && chosen.every(({ item }) => item.hidden === true);
  const removable = ids.filter((id) => !ownedIds.has(id));
  const { done } = bookshelfText;
  const after = async (work: Promise<void>, text: string): Promise<void> => {
    await work;
    broadcast('toast', { kind: 'success', text });
    onDone();
  };
  return (
    <ActionBar label={bookshelfText.actions} summary={bookshelfText.chosen(ids.length)}>
      <button type="button" className={buttonClass('quiet')} onClick={onAll}>
        {bookshelfText.chooseAll}
      </button>
      <button
        type="button"
        className={buttonClass('quiet')}
        disabled={isNone}
        onClick={() => void after(actions.setPinned(ids, !allPinned), (allPinned ? done.unpinned : done.pinned)(ids.length))}
      >
        {allPinned ? bookshelfText.unpin : bookshelfText.pin}
      </button>
      <MoveToGroup
        label={bookshelfText.move}
        bookIds={ids}
        groups={groups}
        className={buttonClass('quiet')}
        isDisabled={isNone}
        onMoved={onDone}
      />
      <button
        type="button"
        className={buttonClass('quiet')}
        disabled={isNone}
        onClick={() => void after(actions.setHidden(ids, !allHidden), (allHidden ? done.unhidden : done.hidden)(ids.length))}
      >
        {allHidden ? bookshelfText.unhide : bookshelfText.hide}
      </button>
      <button
        type="button"
        className={buttonClass('quiet')}
        disabled={removable.length === 0}
        title={!isNone && removable.length < ids.length ? bookshelfText.ownedStay : undefined}
        onClick={() => void after(actions.removeFromShelf(removable), done.takenOff(removable.length))}
      >
        {bookshelfText.takeOff}
      </button>
    </ActionBar>
  );
};
