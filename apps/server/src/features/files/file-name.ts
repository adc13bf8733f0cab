/** Names of people's files: only ever shown and offered for saving, so they hold nothing a disk or a shell takes amiss. */
const CHARS_MAX = 100;

/** Endings a type may have; the first is given to a name that has none of them. */
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

/** Cut by whole characters, so that no rare hanzi is halved. */
const clip = (text: string, chars: number): string => [...text].slice(0, chars).join('');

/** The last part of what the sender called it, with an ending that fits what it is: `报告.docx`, and never `报告.html` for a text. */
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

/** `Content-Disposition` for a name in any script. Source: RFC 6266, RFC 8187. */
export const attachmentOf = (name: string): string => {
  const plain = name.replaceAll(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
