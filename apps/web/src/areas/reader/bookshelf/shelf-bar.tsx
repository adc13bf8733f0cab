/** The actions for the books selected on the shelf. */
import type { ShelfGroupRecord } from '@shufang/contract';
import { ActionBar, buttonClass, Select } from '@shufang/ui';
import { useState } from 'react';
import type { ShelfBook } from '../../../features/bookshelf/arrange-shelf.ts';
import { useShelfActions } from '../../../features/bookshelf/use-shelf.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { GroupNameDialog } from './group-dialog.tsx';

const NEW_GROUP = 'new';

interface ShelfBarProps {
  readonly chosen: readonly ShelfBook[];
  readonly groups: readonly ShelfGroupRecord[];
  readonly ownedIds: ReadonlySet<string>;
  readonly onAll: () => void;
  readonly onDone: () => void;
}

export const ShelfBar = ({ chosen, groups, ownedIds, onAll, onDone }: ShelfBarProps) => {
  const actions = useShelfActions();
  const [isNaming, setNaming] = useState(false);
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
  const moveTo = (groupId: string): void => {
    if (groupId === NEW_GROUP) return setNaming(true);
    const group = groups.find(({ id }) => id === groupId);
    void after(actions.moveToGroup(ids, group?.id), group === undefined ? done.ungrouped(ids.length) : done.moved(ids.length, group.name));
  };
  const moveToNew = async (name: string): Promise<void> => {
    setNaming(false);
    await after(actions.moveToGroup(ids, await actions.createGroup(name)), done.moved(ids.length, name));
  };
  return (
    <>
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
        <Select aria-label={bookshelfText.move} disabled={isNone} value="" onChange={moveTo}>
          <option value="" disabled>
            {bookshelfText.move}
          </option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="none">{bookshelfText.noGroup}</option>
          <option value={NEW_GROUP}>{bookshelfText.newGroup}</option>
        </Select>
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
      {isNaming ? (
        <GroupNameDialog title={bookshelfText.newGroup} onSave={(name) => void moveToNew(name)} onClose={() => setNaming(false)} />
      ) : null}
    </>
  );
};
