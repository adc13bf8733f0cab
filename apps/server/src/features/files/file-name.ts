/** Names of user files: used only for display and for saving, without characters that are special to file systems or shells. */
const CHARS_MAX = 100;

/** Allowed extensions of each media type; the first is added to a name without any of them. */
const ENDINGS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx'],
  'application/zip': ['.zip'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'text/plain': ['.txt', '.md', '.log', '.tex', '.bib', '.srt'],
  'text/csv': ['.csv'],
};

/** Truncates a name by code points, so that no rare hanzi is split. */
const clip = (text: string, chars: number): string => [...text].slice(0, chars).join('');

/**
 * Returns the last path segment of the name that the sender gave, always with an extension of the file's type: a text named `报告.html`
 * becomes `报告.html.txt`.
 */
export const shownName = (sent: string, mediaType: string): string => {
  const [ending, ...others] = ENDINGS[mediaType] ?? [''];
  const name = sent
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const own = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? '';
  const fits = [ending, ...others].includes(own.toLowerCase());
  const isReplaced = !fits && mediaType.startsWith('image/') && /^\.(?:png|jpe?g|gif|webp|avif|hei[cf])$/i.test(own);
  const stem = clip(fits || isReplaced ? name.slice(0, -own.length) : name, CHARS_MAX);
  return `${stem.replace(/[. ]+$/, '') || '未命名'}${fits ? own.toLowerCase() : ending}`;
};

/** Returns the header `Content-Disposition` for a name in any script. Source: RFC 6266, RFC 8187. */
export const attachmentOf = (name: string): string => {
  const plain = name.replaceAll(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
