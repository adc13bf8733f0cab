/**
 * Returns the path of the page where the book can be bought. After the purchase the reader is back at the passage they were reading,
 * because the reading position is saved.
 */
export const buyPath = (bookId: string): string => `/course/info/${bookId}?to=${encodeURIComponent(`/course/learning/${bookId}`)}`;
