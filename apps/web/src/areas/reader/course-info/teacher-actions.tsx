/** The actions of teachers on the page of a book. */
import { useMayAny } from '../../../features/account/for-operators.tsx';
import { BookSample } from '../../../features/sample/book-sample.tsx';

export const TeacherActions = ({ book }: { book: { readonly id: string; readonly title: string } }) =>
  useMayAny(['requestSample']) === true ? <BookSample book={book} /> : null;
