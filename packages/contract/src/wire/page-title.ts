/** Document titles, for the server and the client. */

export const PRODUCT_NAME = '书房';

/** Returns the document title of a page: its title followed by the product name. */
export const documentTitle = (title: string): string =>
  title === '' || title === PRODUCT_NAME ? PRODUCT_NAME : `${title} · ${PRODUCT_NAME}`;
