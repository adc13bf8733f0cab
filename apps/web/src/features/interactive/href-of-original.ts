/** Pure. */
import type { ReadingOrderItem } from '@shufang/contract';

/** Returns the address of the document in the book to which a link of an original document leads. */
export const hrefOfOriginal = (documents: readonly Pick<ReadingOrderItem, 'href' | 'scripted'>[], path: string): string => {
  const [file = '', ...fragment] = path.split('#');
  const document = documents.find(({ scripted }) => scripted === file)?.href ?? file;
  return [document, ...fragment].join('#');
};
