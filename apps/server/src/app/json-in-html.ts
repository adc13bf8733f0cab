/**
 * Returns JSON that is safe inside a `script` element: it contains no tag, no comment, and no line separator that older JavaScript rejects.
 */
export const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
