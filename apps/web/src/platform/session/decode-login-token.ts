/**
 * Decodes login tokens. Without other dependencies, because the inline script of the reading page contains this module
 * (`early-open/main.ts`).
 */

/** Returns the content of a login token without validating it. Throws an error if it is not base64url text of a JSON text. */
export const decodeLoginToken = (token: string): unknown => {
  const bytes = Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const outer = JSON.parse(new TextDecoder().decode(bytes)) as { readonly content?: unknown } | null;
  return typeof outer?.content === 'string' ? JSON.parse(outer.content) : undefined;
};
