/** Short codes printed in books: `/q/<code>` redirects to a book, block, collection or page of the product. */
import { z } from 'zod';
import { isPlainText, isProductPath } from './product-path.ts';

export const shortLinkTarget = z.enum(['book', 'block', 'collection', 'page']);

export type ShortLinkTarget = z.output<typeof shortLinkTarget>;

const productPathText = z.string().max(500).refine(isProductPath, '地址须以 / 开头，不能有空格、反斜杠和看不见的字符');

const PLAIN_TEXT_MESSAGE = '不能有看不见的字符';

export const shortLinkInput = z.object({
  targetType: shortLinkTarget,
  /** Target of the code: id of a book or collection, `<book id>#<block id>`, or a path of the product. */
  targetId: z.string().trim().min(1).max(500).refine(isPlainText, PLAIN_TEXT_MESSAGE),
  fallbackUrl: z.union([z.literal(''), productPathText]).default(''),
  label: z.string().trim().max(120).refine(isPlainText, PLAIN_TEXT_MESSAGE).default(''),
});

export const shortLink = shortLinkInput.extend({
  code: z.string(),
  /** Complete URL of the short code, as it is printed. */
  address: z.string(),
  hits: z.number().int(),
  lastOkAt: z.number().int().optional(),
  /** Current title of the target book or collection; absent if the target is a page of the product or no longer exists. */
  targetTitle: z.string().optional(),
  createdAt: z.number().int(),
});

export type ShortLink = z.output<typeof shortLink>;
