/** The actions for the books selected on the shelf. */
import { mayReadAll, type ShelfGroupRecord } from '@shufang/contract';
import { ActionBar, buttonClass } from '@shufang/ui';
import type { ShelfBook } from '../../../features/bookshelf/arrange-shelf.ts';
import { useShelfActions } from '../../../features/bookshelf/use-shelf.ts';
import { canStoreBooks } from '../../../features/offline/can-store-books.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { offlineText } from '../../../platform/messages/zh-cn/offline.ts';
import { useOwner } from '../../../platform/storage/use-owner.ts';
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
  const owner = useOwner();
  const ids = chosen.map(({ bookId }) => bookId);
  const isNone = ids.length === 0;
  const allPinned = !isNone && chosen.every(({ item }) => item.pinned === true);
  const allHidden = !isNone && chosen.every(({ item }) => item.hidden === true);
  const removable = ids.filter((id) => !ownedIds.has(id));
  const readable = chosen.flatMap(({ card }) => (card !== undefined && mayReadAll(card.right) ? [card.book] : []));
  const { done } = bookshelfText;
  const downloadAll = async (): Promise<void> => {
    const { startDownload } = await import('../../../features/offline/download-queue.ts');
    for (const { id, title } of readable) await startDownload(owner, id, title);
  };
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
      {canStoreBooks() ? (
        <button
          type="button"
          className={buttonClass('quiet')}
          disabled={readable.length === 0}
          title={!isNone && readable.length < ids.length ? offlineText.ownedOnly : undefined}
          onClick={() => void after(downloadAll(), offlineText.queued(readable.length))}
        >
          {offlineText.download}
        </button>
      ) : null}
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
