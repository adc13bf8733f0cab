/** Content-Security-Policies of the pages of the desktop client. */
import { DESKTOP_ORIGIN } from '@shufang/contract';
import { BOOK_SCHEME } from '@shufang/desktop-bridge';

/** Returns the policy of the client's page: as in a browser, with the server as the only other address, and books by their scheme. */
export const clientPolicy = (serverOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `media-src 'self' data: ${BOOK_SCHEME}:`,
    "font-src 'self' data:",
    `connect-src 'self' ${serverOrigin}`,
    `frame-src ${BOOK_SCHEME}:`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types shufang default',
  ].join('; ');

/** The policy of the page on which the user chooses the server. */
export const SETUP_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/**
 * Returns the policy of a document of a book for the desktop client: only the page that may frame it differs. A document without a policy
 * gets one that allows nothing.
 */
export const bookPolicy = (policy: string | null): string => {
  if (policy === null) return "default-src 'none'; frame-ancestors 'none'";
  const others = policy.split(';').filter((directive) => !/^\s*frame-ancestors\b/.test(directive));
  const framedByItself = /frame-ancestors 'self'/.test(policy) ? "'self' " : '';
  return [...others, ` frame-ancestors ${framedByItself}${DESKTOP_ORIGIN}`].join(';');
};
