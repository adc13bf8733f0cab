/** `/bookshelf/owned`: the books the person has a right to. */
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { BookshelfFrame } from './bookshelf-tabs.tsx';
import { OwnedBooks } from './shelf-sections.tsx';

export const Component = () => (
  <BookshelfFrame>
    <h2 className="visually-hidden">{bookshelfText.owned}</h2>
    <OwnedBooks />
  </BookshelfFrame>
);
