/** Parses the login token for display only; the server does not trust its content. */
import { type TokenContent, tokenContent } from '@shufang/contract';
import { decodeLoginToken } from './decode-login-token.ts';

/** Returns the content of the token, or undefined when it cannot be parsed. */
export const readLoginToken = (token: string): TokenContent | undefined => {
  try {
    return tokenContent.parse(decodeLoginToken(token));
  } catch {
    // The text is not one of our tokens, so the user is unknown to the client; the server decides on the next call.
    return undefined;
  }
};
