/** How a book stands in the catalogue, and the button that changes it; for operators. */
import { type ShelfRecord, setBookShelf } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { importText } from '../../platform/messages/zh-cn/import.ts';
import styles from './shelf-switch.module.css';

export const ShelfSwitch = ({ record }: { record: ShelfRecord }) => {
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: (state: 'published' | 'offShelf') => call(setBookShelf, { bookId: record.bookId, state }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['catalog'] }),
  });
  const isPublished = record.state === 'published';
  const verb = isPublished ? importText.takeOffShelf : importText.putOnShelf;
  return (
    <>
      <button
        type="button"
        className={buttonClass(isPublished ? 'quiet' : 'main')}
        aria-label={importText.shelfVerbOf(verb, record.title)}
        onClick={() => {
          if (!changing.isPending) changing.mutate(isPublished ? 'offShelf' : 'published');
        }}
      >
        {verb}
      </button>
      <span className={styles.state} role="status" data-state={record.state}>
        {importText.shelfState(record.title, importText.shelf[record.state])}
      </span>
    </>
  );
};
