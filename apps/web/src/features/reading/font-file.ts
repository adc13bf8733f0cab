/**
 * Reads font files that a reader adds: TrueType, OpenType, WOFF and WOFF2. The table directory shows whether the file is a font that can be
 * used for text; the table `name` has its name. Sources: OpenType 1.9.1 (Font file, name), W3C WOFF 1.0 and WOFF 2.0.
 */

/** `collection`: a file with several fonts (TTC). `incomplete`: a font without the tables of a font for text. */
export type FontFileError = 'noFont' | 'collection' | 'incomplete';

export type FontFileResult = { readonly name: string | undefined } | { readonly error: FontFileError };

interface FontTable {
  readonly tag: string;
  readonly offset: number;
  /** Number of bytes in the file. */
  readonly storedBytes: number;
  readonly bytes: number;
}

const NEEDED_TABLES = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name'];
/** A font has its outlines in one of these. */
const OUTLINE_TABLES = ['glyf', 'CFF ', 'CFF2'];

/** Tags of the tables whose number in a WOFF2 file is their index here (WOFF 2.0, section 4.1). */
const WOFF2_TAGS = (
  'cmap,head,hhea,hmtx,maxp,name,OS/2,post,cvt ,fpgm,glyf,loca,prep,CFF ,VORG,EBDT,EBLC,gasp,hdmx,kern,LTSH,' +
  'PCLT,VDMX,vhea,vmtx,BASE,GDEF,GPOS,GSUB,EBSC,JSTF,MATH,CBDT,CBLC,COLR,CPAL,SVG ,sbix,acnt,avar,bdat,bloc,' +
  'bsln,cvar,fdsc,feat,fmtx,fvar,gvar,hsty,just,lcar,mort,morx,opbd,prop,trak,Zapf,Silf,Glat,Gloc,Feat,Sill'
).split(',');
const WOFF2_OTHER_TAG = 63;

const tagAt = (view: DataView, offset: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)));

const sfntTables = (view: DataView): FontTable[] =>
  Array.from({ length: view.getUint16(4) }, (_, index) => {
    const entry = 12 + 16 * index;
    const bytes = view.getUint32(entry + 12);
    return { tag: tagAt(view, entry), offset: view.getUint32(entry + 8), storedBytes: bytes, bytes };
  });

const woffTables = (view: DataView): FontTable[] =>
  Array.from({ length: view.getUint16(12) }, (_, index) => {
    const entry = 44 + 20 * index;
    return {
      tag: tagAt(view, entry),
      offset: view.getUint32(entry + 4),
      storedBytes: view.getUint32(entry + 8),
      bytes: view.getUint32(entry + 12),
    };
  });

/** Lists the tables of a WOFF2 file. All are compressed together, so they have no place of their own in the file. */
const woff2Tags = (view: DataView): string[] => {
  let at = 48;
  const skipNumber = (): void => {
    while (view.getUint8(at++) >= 0x80);
  };
  return Array.from({ length: view.getUint16(12) }, () => {
    const flags = view.getUint8(at++);
    const index = flags & 0x3f;
    const tag = index === WOFF2_OTHER_TAG ? tagAt(view, at) : (WOFF2_TAGS[index] ?? '');
    if (index === WOFF2_OTHER_TAG) at += 4;
    skipNumber();
    const isOutline = tag === 'glyf' || tag === 'loca';
    const isTransformed = isOutline ? flags >> 6 !== 3 : flags >> 6 !== 0;
    if (isTransformed) skipNumber();
    return tag;
  });
};

const inflate = (bytes: ArrayBuffer): Promise<ArrayBuffer> => {
  const stored = new ReadableStream<BufferSource>({
    start: (controller) => {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return new Response(stored.pipeThrough(new DecompressionStream('deflate'))).arrayBuffer();
};

const CHINESE_PRC = 0x0804;
const ENGLISH_US = 0x0409;
const WINDOWS = 3;
/** Name ids by preference: full name, typographic family, family. */
const NAME_IDS = [4, 16, 1];

/** Returns the name in the table `name`, Chinese before English; undefined if it has none in Unicode. */
const nameIn = (table: ArrayBuffer): string | undefined => {
  const view = new DataView(table);
  const storage = view.getUint16(4);
  const names = Array.from({ length: view.getUint16(2) }, (_, index) => {
    const entry = 6 + 12 * index;
    return {
      platform: view.getUint16(entry),
      language: view.getUint16(entry + 4),
      id: view.getUint16(entry + 6),
      text: new TextDecoder('utf-16be').decode(
        table.slice(storage + view.getUint16(entry + 10), storage + view.getUint16(entry + 10) + view.getUint16(entry + 8)),
      ),
    };
  }).filter(({ platform }) => platform === WINDOWS);
  for (const language of [CHINESE_PRC, ENGLISH_US, undefined])
    for (const id of NAME_IDS) {
      const found = names.find((name) => name.id === id && (language === undefined || name.language === language));
      if (found?.text.trim()) return found.text.trim();
    }
  return undefined;
};

const read = async (file: ArrayBuffer): Promise<FontFileResult> => {
  const view = new DataView(file);
  const signature = tagAt(view, 0);
  if (signature === 'ttcf') return { error: 'collection' };
  const isWoff = signature === 'wOFF';
  const isWoff2 = signature === 'wOF2';
  if (!isWoff && !isWoff2 && signature !== '\0\x01\0\0' && signature !== 'OTTO' && signature !== 'true') return { error: 'noFont' };
  const flavor = isWoff || isWoff2 ? tagAt(view, 4) : signature;
  if (flavor === 'ttcf') return { error: 'collection' };
  const tables = isWoff2 ? undefined : isWoff ? woffTables(view) : sfntTables(view);
  const tags = tables?.map(({ tag }) => tag) ?? woff2Tags(view);
  if (!NEEDED_TABLES.every((tag) => tags.includes(tag)) || !OUTLINE_TABLES.some((tag) => tags.includes(tag)))
    return { error: 'incomplete' };
  if (tables?.some(({ offset, storedBytes }) => offset + storedBytes > file.byteLength)) return { error: 'incomplete' };
  const names = tables?.find(({ tag }) => tag === 'name');
  // Browsers have no decoder for the compression of WOFF2, so such a font is listed by the name of its file.
  if (names === undefined) return { name: undefined };
  const stored = file.slice(names.offset, names.offset + names.storedBytes);
  return { name: nameIn(names.storedBytes < names.bytes ? await inflate(stored) : stored) };
};

/** Returns the name of a font file, undefined if it cannot be read, or why the file is no font that can be used. */
export const readFontFile = async (file: ArrayBuffer): Promise<FontFileResult> => {
  try {
    return await read(file);
  } catch (error) {
    // The file is shorter than its directory says, or its table of names is not compressed as the format requires.
    if (error instanceof RangeError || error instanceof TypeError) return { error: 'incomplete' };
    throw error;
  }
};
