/** Shares the current position as a short URL, which opens the same paragraph in every version of the book. */
import { encodeLocatorParam, type Locator } from '@shufang/contract';
import { ShareDialog } from '../../../features/catalog/share-dialog.tsx';

interface SharePositionProps {
  readonly bookId: string;
  readonly title: string;
  readonly chapter: string;
  readonly locator: Locator;
  readonly onClose: () => void;
}

export const SharePosition = ({ bookId, title, chapter, locator, onClose }: SharePositionProps) => {
  const blockId = locator.locations.block?.blockId;
  return (
    <ShareDialog
      title={title}
      chapter={chapter}
      target={blockId === undefined ? { targetType: 'book', targetId: bookId } : { targetType: 'block', targetId: `${bookId}#${blockId}` }}
      path={`/course/learning/${bookId}?at=${encodeLocatorParam(locator)}`}
      onClose={onClose}
    />
  );
};
