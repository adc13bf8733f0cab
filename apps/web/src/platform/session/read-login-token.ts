/** Parses the login token for display only; the server does not trust its content. */
import { type TokenContent, tokenContent } from '@shufang/contract';
import { z } from 'zod';

const tokenText = z.object({ content: z.string() });

const decode = (token: string): unknown => {
  const bytes = Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
};

/** Returns the content of the token, or undefined when it cannot be parsed. */
export const readLoginToken = (token: string): TokenContent | undefined => {
  try {
    return tokenContent.parse(JSON.parse(tokenText.parse(decode(token)).content));
  } catch {
    // The text is not one of our tokens, so the user is unknown to the client; the server decides on the next call.
    return undefined;
  }
};
