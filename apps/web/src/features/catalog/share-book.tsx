import { IconShare2 } from '@shufang/icons';
import { buttonClass } from '@shufang/ui';
import { lazy, Suspense, useState } from 'react';
import { bookPageText as text } from '../../platform/messages/zh-cn/book-page.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

/** The button that opens the share dialog of a book. */
export const ShareBook = ({ book }: { book: { readonly id: string; readonly title: string } }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={buttonClass('plain')} onClick={() => setOpen(true)}>
        <IconShare2 size={18} stroke={1.6} aria-hidden />
        {text.share}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareDialog
            title={book.title}
            target={{ targetType: 'book', targetId: book.id }}
            path={`/course/info/${book.id}`}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
};
