/** Detects the kind of an uploaded file by its first bytes, so that a refusal can name it. Source: the formats' published signatures. */
const ascii = (bytes: Uint8Array, start: number, end: number): string => Buffer.from(bytes.subarray(start, end)).toString('latin1');

export type FileKind = { readonly kind: 'zip' } | { readonly kind: 'empty' | 'other'; readonly name: string };

/** Returns the kind of a file. `head` is at least its first 1,024 bytes, or all of a shorter file. */
export const recognizeFile = (head: Uint8Array): FileKind => {
  if (head.length === 0) return { kind: 'empty', name: '空文件' };
  const start = ascii(head, 0, 8);
  if (isZip(start)) return { kind: 'zip' };
  return { kind: 'other', name: nameOf(head, start) };
};

const CONVERT_MANUSCRIPT = '请在编辑软件里导出为 EPUB 3，或用 Pandoc 转换后再导入';
/** What an operator can do with a file of another kind, by the beginning of its name. */
const ADVICE: readonly (readonly [start: string, advice: string])[] = [
  ['PDF', '请从排版软件（如方正飞翔、InDesign）导出 EPUB 3 后导入；只想随书提供 PDF，可在图书的“配套教学资源”里上传'],
  [' Word', CONVERT_MANUSCRIPT],
  ['旧版 Office', '请先另存为 .docx，再导出为 EPUB 3 后导入'],
  [' PowerPoint', '可在图书的“配套教学资源”里上传'],
  [' Excel', '可在图书的“配套教学资源”里上传'],
  ['RTF', CONVERT_MANUSCRIPT],
  ['文本文件', '书稿（如 Markdown）请用 Pandoc 转换为 EPUB 3 后导入：pandoc 书稿.md -o 书稿.epub'],
  ['网页', '请用 Pandoc 转换为 EPUB 3 后导入'],
  ['MOBI', '请向制作方索取同一本书的 EPUB 文件'],
  ['DjVu', '扫描件没有文字，请使用有文字的 EPUB 文件'],
  ['图片', '请放进 EPUB 里导入'],
  ['RAR', '请解压，导入其中的 EPUB 文件'],
  ['7z', '请解压，导入其中的 EPUB 文件'],
  ['gzip', '请解压，导入其中的 EPUB 文件'],
];

/** Returns the sentence with which a file of another kind is refused: what it is, and what can be done instead. */
export const refusalOfKind = (name: string): string => {
  const advice = ADVICE.find(([start]) => name.startsWith(start))?.[1];
  return `这不是 EPUB 电子书，而是${name}${advice === undefined ? '' : `。${advice}`}`;
};

const isZip = (start: string): boolean => ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].some((signature) => start.startsWith(signature));

const archiveName = (start: string): string | undefined => {
  if (start.startsWith('Rar!')) return 'RAR 压缩包';
  if (start.startsWith('7z\xbc\xaf')) return '7z 压缩包';
  if (start.startsWith('\x1f\x8b')) return 'gzip 压缩包';
  return undefined;
};

/** Returns whether an entry is an archive; `head` is its first bytes. Word and Excel documents count, because they are ZIP files too. */
export const isArchive = (head: Uint8Array): boolean => {
  const start = ascii(head, 0, 8);
  return isZip(start) || archiveName(start) !== undefined;
};

const nameOf = (head: Uint8Array, start: string): string => {
  if (start.startsWith('%PDF-')) return 'PDF 文档';
  if (start.startsWith('MZ')) return 'Windows 程序';
  if (start.startsWith('\x7fELF')) return 'Linux 程序';
  if (/^(?:\xcf\xfa\xed\xfe|\xce\xfa\xed\xfe|\xca\xfe\xba\xbe)/.test(start)) return 'macOS 程序';
  if (['BOOKMOBI', 'TEXtREAd'].includes(ascii(head, 60, 68))) return 'MOBI／Kindle 电子书';
  if (start === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') return '旧版 Office 文档（.doc、.xls、.ppt）';
  const archive = archiveName(start);
  if (archive !== undefined) return archive;
  if (start.startsWith('{\\rtf')) return 'RTF 文档';
  if (/^(?:\x89PNG|\xff\xd8\xff|GIF8)/.test(start)) return '图片';
  if (ascii(head, 0, 4) === 'AT&T') return 'DjVu 文档';
  if (ascii(head, 0, 4) === 'ITSF') return 'CHM 帮助文件';
  const text = ascii(head, 0, 512).trimStart().toLowerCase();
  if (text.startsWith('<!doctype html') || text.startsWith('<html')) return '网页（HTML）文件';
  if (text.startsWith('<')) return 'XML 文件';
  return /^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(ascii(head, 0, 512)) ? '文本文件' : '无法识别的文件';
};
