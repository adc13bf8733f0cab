/** Short links as a table for spreadsheets and printers: with a mark of UTF-8, so that Excel reads the Chinese. Pure. */
import type { ShortLink } from '@shufang/contract';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';

const text = deskCatalogueText.links;

/** Quoted throughout; what a spreadsheet would take for a formula begins with a quote mark of its own. */
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
