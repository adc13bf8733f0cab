/** The actions for the books selected in a list. */
import type { BookCard } from '@shufang/contract';
import { ActionBar, buttonClass } from '@shufang/ui';
import { useShelfActions } from '../../../features/bookshelf/use-shelf.ts';
import { saveBookTable } from '../../../features/catalog/export-books.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';

const showToast = (text: string): void => broadcast('toast', { kind: 'success', text });

interface ChosenBarProps {
  readonly chosen: readonly BookCard[];
  readonly listName: string;
  readonly onAll: () => void;
  readonly onDone: () => void;
}

export const ChosenBar = ({ chosen, listName, onAll, onDone }: ChosenBarProps) => {
  const actions = useShelfActions();
  const isNone = chosen.length === 0;
  const handleShelf = async (): Promise<void> => {
    await actions.addToShelf(chosen.map(({ id }) => id));
    showToast(bookshelfText.done.added(chosen.length));
    onDone();
  };
  const handleExport = async (): Promise<void> => {
    try {
      await saveBookTable(chosen, listName);
    } catch {
      // The code that creates Excel workbooks could not be loaded.
      broadcast('toast', { kind: 'error', text: catalogText.exportFailed });
    }
  };
  const handleFavorite = async (): Promise<void> => {
    await actions.setFavorite('book', chosen, true);
    showToast(bookshelfText.done.favorite(chosen.length));
    onDone();
  };
  return (
    <ActionBar label={catalogText.chosenActions} summary={catalogText.chosen(chosen.length)}>
      <button type="button" className={buttonClass('quiet')} onClick={onAll}>
        {catalogText.chooseAll}
      </button>
      <button type="button" className={buttonClass('quiet')} disabled={isNone} onClick={() => void handleExport()}>
        {catalogText.exportList}
      </button>
      <button type="button" className={buttonClass('quiet')} disabled={isNone} onClick={() => void handleFavorite()}>
        {bookshelfText.addFavorite}
      </button>
      <button type="button" className={buttonClass()} disabled={isNone} onClick={() => void handleShelf()}>
        {bookshelfText.addToShelf}
      </button>
    </ActionBar>
  );
};
