/** Reads what the login token says of its owner. The client only shows it; the server trusts nothing but its own record. */
import { type TokenContent, tokenContent } from '@shufang/contract';
import { z } from 'zod';

const tokenText = z.object({ content: z.string() });

const decode = (token: string): unknown => {
  const bytes = Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
};

/** The owner as the token tells, or undefined when it cannot be read. */
export const readLoginToken = (token: string): TokenContent | undefined => {
  try {
    return tokenContent.parse(JSON.parse(tokenText.parse(decode(token)).content));
  } catch {
    // Not one of our tokens: the person counts as unknown, the server decides on the next call.
    return undefined;
  }
};
