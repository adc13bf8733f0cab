/**
 * The command that makes activation codes. It is the only place where codes leave the server: printed once, or written to a file readable
 * only by its owner.
 */
import { open, rename, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type CodePurpose, entityId, formatActivationCode, LIMITS, opensBook } from '@shufang/contract';
import { CODE_PURPOSES, type CodeBatch } from '../../features/activation-code/code-batch.ts';
import { CODE_KEY_PURPOSE } from '../../features/activation-code/code-hash.ts';
import { mintCodes } from '../../features/activation-code/mint-codes.ts';
import { addDays, isDay, startOfDay } from '../../platform/china-time.ts';
import { deriveKey } from '../secrets.ts';
import { type PlatformCommand, resolveFile, UsageError } from './command.ts';

const PRINTING_MAX = 60;

const wholeNumber = (name: string, value: string | undefined, min: number, max: number): number | undefined => {
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw new UsageError(`--${name} 须为 ${min} 至 ${max} 的整数`);
  return number;
};

/** Returns the end of the given day in China, UTC ms. */
const endOfDay = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  if (!isDay(value)) throw new UsageError('--valid-until 须形如 2027-08-31');
  return startOfDay(addDays(value, 1));
};

const isPurpose = (value: string): value is CodePurpose => CODE_PURPOSES.some((purpose) => purpose === value);

const csvOf = (batch: CodeBatch, codes: readonly string[]): string =>
  ['no,code,batch', ...codes.map((code, index) => `${index + 1},${formatActivationCode(code)},${batch.id}`), ''].join('\r\n');

/** Creates a file that only its owner can read. Throws if the file exists, so that no codes are overwritten. */
const writeClosed = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const refuseUsed = async (file: string): Promise<void> => {
  try {
    await (await open(file, 'r')).close();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  throw new UsageError(`文件已存在，不会覆盖：${file}`);
};

export const mintActivationCodes: PlatformCommand = {
  name: ['codes', 'mint'],
  usage: `codes mint --book 图书编号 --count 个数 [--purpose ${CODE_PURPOSES.join('|')}] [--term-days 天数] [--valid-until 2027-08-31] [--printing 印次] [--rebind-limit 次数] [--out 文件.csv]`,
  summary: '生成激活码：只显示或写出这一次，数据库里只有校验值；不写天数即长期有效',
  prepare(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        book: { type: 'string' },
        count: { type: 'string' },
        purpose: { type: 'string', default: 'printedBook' },
        'term-days': { type: 'string' },
        'valid-until': { type: 'string' },
        printing: { type: 'string' },
        'rebind-limit': { type: 'string' },
        out: { type: 'string' },
      },
    });
    const bookId = entityId.safeParse(values.book);
    if (!bookId.success) throw new UsageError('--book 须为图书编号（26 位）');
    const count = wholeNumber('count', values.count, 1, LIMITS.codesPerBatch);
    if (count === undefined) throw new UsageError('缺少 --count');
    const { purpose } = values;
    if (!isPurpose(purpose)) throw new UsageError(`--purpose 须为 ${CODE_PURPOSES.join('、')} 之一`);
    const termDays = wholeNumber('term-days', values['term-days'], 1, LIMITS.codeTermDaysMax);
    const rebindLimit = wholeNumber('rebind-limit', values['rebind-limit'], 0, LIMITS.codeRebindMax) ?? 0;
    if (!opensBook(purpose) && (termDays !== undefined || rebindLimit > 0))
      throw new UsageError('教师认证码没有 --term-days，也不能转让（--rebind-limit）');
    const validUntil = endOfDay(values['valid-until']);
    const printing = values.printing?.trim() || undefined;
    if (printing !== undefined && printing.length > PRINTING_MAX) throw new UsageError(`--printing 不能超过 ${PRINTING_MAX} 个字符`);
    const file = values.out === undefined ? undefined : resolveFile(values.out);
    return async (platform, say) => {
      if (validUntil !== undefined && validUntil <= platform.clock.now()) throw new UsageError('--valid-until 已经过去');
      if (file !== undefined) await refuseUsed(file);
      const partial = file === undefined ? undefined : `${file}.partial`;
      const order = { bookId: bookId.data, count, purpose, printing, termDays, validUntil, rebindLimit, createdBy: 'cli' };
      const deps = {
        db: platform.db,
        clock: platform.clock,
        codeKey: deriveKey(platform.secret, CODE_KEY_PURPOSE),
        operator: 'commandLine' as const,
      };
      let isWritten = false;
      const keep = async (batch: CodeBatch, codes: readonly string[]): Promise<void> => {
        if (partial === undefined) return;
        await writeClosed(partial, csvOf(batch, codes));
        isWritten = true;
      };
      const { batch, codes } = await mintCodes({ ...deps, keep }, order).catch(async (error: unknown) => {
        // The batch was rolled back, so the codes in the file are invalid and the file is deleted.
        if (isWritten && partial !== undefined) await rm(partial, { force: true });
        throw error;
      });
      const facts = { batchId: batch.id, bookId: batch.bookId, count: batch.count, purpose: batch.purpose };
      if (file !== undefined && partial !== undefined) {
        await rename(partial, file);
        say(`已生成 ${count} 个激活码（批次 ${batch.id}），写入 ${file}。文件只有您可读，请妥善保管：激活码不能再次导出`);
        return { ok: true, data: { ...facts, file } };
      }
      const printed = codes.map(formatActivationCode);
      for (const code of printed) say(code);
      say(`已生成 ${count} 个激活码（批次 ${batch.id}）。请立即保存：激活码不会再次显示`);
      return { ok: true, data: { ...facts, codes: printed } };
    };
  },
};
