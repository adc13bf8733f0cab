/** Short links as a table for spreadsheets and printers: with a byte order mark, so that Excel reads it as UTF-8. Pure. */
import type { ShortLink } from '@shufang/contract';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';

const text = adminCatalogText.links;

/** Every field is quoted; a value that a spreadsheet would evaluate as a formula is prefixed with an apostrophe. */
const cell = (value: string | number): string => {
  const plain = String(value);
  const safe = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return `"${safe.replaceAll('"', '""')}"`;
};

export const targetText = ({ targetType, targetId, targetTitle }: Pick<ShortLink, 'targetType' | 'targetId' | 'targetTitle'>): string =>
  targetType === 'page' ? targetId : `${text.targets[targetType]}${targetTitle === undefined ? '' : `《${targetTitle}》`}`;

export const linksCsv = (links: readonly ShortLink[]): Blob => {
  const rows = links.map((link) => [link.code, link.address, targetText(link), link.label, link.hits]);
  const lines = [text.csvColumns, ...rows].map((row) => row.map(cell).join(','));
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
};
