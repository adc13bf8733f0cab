/** Hands on the place one stands at: by a short address that leads to its paragraph in every version of the book. */
import { encodeLocatorParam, type Locator } from '@shufang/contract';
import { ShareDialog } from '../../features/catalog/share-dialog.tsx';

interface SharePlaceProps {
  readonly bookId: string;
  readonly title: string;
  readonly chapter: string;
  readonly place: Locator;
  readonly onClose: () => void;
}

export const SharePlace = ({ bookId, title, chapter, place, onClose }: SharePlaceProps) => {
  const blockId = place.locations.block?.blockId;
  return (
    <ShareDialog
      title={title}
      chapter={chapter}
      target={blockId === undefined ? { targetType: 'book', targetId: bookId } : { targetType: 'block', targetId: `${bookId}#${blockId}` }}
      path={`/course/learning/${bookId}?at=${encodeLocatorParam(place)}`}
      onClose={onClose}
    />
  );
};
