/** Returns a URL; undefined if the text is none. The oldest runtime of the client, Node 18.15, has no `URL.canParse`. */
export const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    // The constructor reports a text that is no URL in this way only.
    return undefined;
  }
};
