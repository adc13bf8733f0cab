/** Reads an exported HTML file as a list of texts with the tags around them, without building a document. Pure. */

export interface TaggedText {
  /** The innermost elements around the text, the outermost first, as written: `div class="note"`. */
  readonly tags: readonly string[];
  readonly text: string;
}

const VOID = /^(?:br|hr|meta|link|img|input|en-media)\b/i;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Elements may lie within each other; deeper ones are not tracked. */
const DEPTH_MAX = 64;

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** Returns the texts of a document in order. Line breaks become line feeds; head, scripts and styles are left out. */
export const readHtml = (html: string): TaggedText[] => {
  const texts: TaggedText[] = [];
  const open: string[] = [];
  let text = '';
  const finish = (): void => {
    const trimmed = decode(text).trim();
    if (trimmed !== '' && !open.some((tag) => /^(?:head|title|script|style)\b/i.test(tag))) texts.push({ tags: [...open], text: trimmed });
    text = '';
  };
  // One part is a text or a tag; a lone "<" is text.
  for (const [part] of html.matchAll(/<[/!?a-z][^<>]*>|<|[^<]+/gi)) {
    if (!/^<[/!?a-z]/i.test(part)) text += part;
    else if (/^<br\b/i.test(part)) text += '\n';
    else if (!/^<[!?]/.test(part)) {
      finish();
      const tag = part
        .slice(1, -1)
        .replace(/^\/|\/$/g, '')
        .trim();
      if (part.startsWith('</')) {
        const name = tag.toLowerCase();
        const index = open.findLastIndex((each) => each.toLowerCase().split(/\s/, 1)[0] === name);
        if (index >= 0) open.length = index;
      } else if (!VOID.test(tag) && open.length < DEPTH_MAX) open.push(tag);
    }
  }
  finish();
  return texts;
};
