/** The command that sets the price and the license term of a book. */
import { parseArgs } from 'node:util';
import { entityId, LIMITS } from '@shufang/contract';
import { changeBookPrice } from '../../features/orders/prices/change-book-price.ts';
import { findSale } from '../../features/orders/prices/price.ts';
import { type PlatformCommand, UsageError } from './command.ts';

/** Parses `39`, `39.8` or `39.80` into fen. Returns undefined for anything else. */
const fenOf = (yuan: string): number | undefined => {
  const parts = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(yuan);
  const fen = parts === null ? Number.NaN : Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
  return fen <= LIMITS.priceFenMax ? fen : undefined;
};

export const priceBook: PlatformCommand = {
  name: ['book', 'price'],
  usage: 'book price 图书编号 价格（元） [--term-days 天数]',
  summary: '给图书定价：读者按这个价格购买；0 为免费；不写天数即长期有效。已下的订单仍按原价',
  prepare(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { 'term-days': { type: 'string' } } });
    const [id, yuan, ...more] = positionals;
    const bookId = entityId.safeParse(id);
    if (!bookId.success || yuan === undefined || more.length > 0) throw new UsageError('须依次写明图书编号（26 位）和价格');
    const priceFen = fenOf(yuan);
    if (priceFen === undefined) throw new UsageError('价格以元为单位，最多两位小数，例如 39.80');
    const days = values['term-days'];
    const termDays = days === undefined ? undefined : Number(days);
    if (termDays !== undefined && !(Number.isInteger(termDays) && termDays >= 1 && termDays <= LIMITS.codeTermDaysMax))
      throw new UsageError(`--term-days 须为 1 至 ${LIMITS.codeTermDaysMax} 的整数`);
    return async (platform, say) => {
      // The sale window and the renewal price stay as they are, but a renewal price that is not below the new price is removed.
      const { saleFrom, saleTo, renewalFen } = await findSale(platform.db.orm, bookId.data);
      const unchanged = { saleFrom, saleTo, renewalFen: renewalFen !== undefined && renewalFen < priceFen ? renewalFen : undefined };
      const price = await changeBookPrice(platform, 'commandLine', { bookId: bookId.data, priceFen, termDays, ...unchanged });
      const term = termDays === undefined ? '长期有效' : `有效 ${termDays} 天`;
      say(priceFen === 0 ? `图书 ${bookId.data} 现在免费` : `图书 ${bookId.data} 现在 ¥${(priceFen / 100).toFixed(2)}，${term}`);
      return { ok: true, data: price };
    };
  },
};
