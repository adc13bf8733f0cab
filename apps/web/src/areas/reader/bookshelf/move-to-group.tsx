/** A menu that moves books of the shelf into a group, out of their groups, or into a new group. */
import type { ShelfGroupRecord } from '@shufang/contract';
import { Select } from '@shufang/ui';
import { useState } from 'react';
import { useShelfActions } from '../../../features/bookshelf/use-shelf.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { GroupNameDialog } from './group-dialog.tsx';

const NEW_GROUP = 'new';
const NO_GROUP = 'none';

interface MoveToGroupProps {
  /** Accessible name of the menu. */
  readonly label: string;
  readonly bookIds: readonly string[];
  readonly groups: readonly ShelfGroupRecord[];
  /** The group of all these books; undefined if they have none, or different ones. */
  readonly current?: ShelfGroupRecord | undefined;
  readonly className?: string | undefined;
  readonly isDisabled?: boolean;
  readonly onMoved?: () => void;
}

export const MoveToGroup = ({ label, bookIds, groups, current, className, isDisabled = false, onMoved }: MoveToGroupProps) => {
  const actions = useShelfActions();
  const [isNaming, setNaming] = useState(false);
  const { done } = bookshelfText;
  const move = async (groupId: string | undefined, text: string): Promise<void> => {
    await actions.moveToGroup(bookIds, groupId);
    broadcast('toast', { kind: 'success', text });
    onMoved?.();
  };
  const handleChoice = (choice: string): void => {
    if (choice === NEW_GROUP) return setNaming(true);
    const group = groups.find(({ id }) => id === choice);
    void move(group?.id, group === undefined ? done.ungrouped(bookIds.length) : done.moved(bookIds.length, group.name));
  };
  const handleName = async (name: string): Promise<void> => {
    setNaming(false);
    await move(await actions.createGroup(name), done.moved(bookIds.length, name));
  };
  return (
    <>
      <Select aria-label={label} className={className} disabled={isDisabled} value={current?.id ?? ''} onChange={handleChoice}>
        <option value="" disabled hidden>
          {bookshelfText.move}
        </option>
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={NO_GROUP}>{bookshelfText.noGroup}</option>
        <option value={NEW_GROUP}>{bookshelfText.newGroup}</option>
      </Select>
      {isNaming ? (
        <GroupNameDialog title={bookshelfText.newGroup} onSave={(name) => void handleName(name)} onClose={() => setNaming(false)} />
      ) : null}
    </>
  );
};
