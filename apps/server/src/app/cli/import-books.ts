/** The command that imports files as books, with progress and a readable report. */
import { parseArgs } from 'node:util';
import { accessModel, bookLevel, entityId, type ImportJob } from '@shufang/contract';
import { importFile } from '../../features/publication/import/import-file.ts';
import { importDependenciesOf } from '../import-dependencies.ts';
import { type PlatformCommand, resolveFile, UsageError } from './command.ts';

const severityNames = {
  repaired: '已修复',
  dropped: '已去除',
  notice: '提示',
  refused: '拒绝',
  error: '书的错误',
  warning: '书的问题',
} as const;
const REPORT_LINES = 20;

const wholeNumber = (name: string, value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0) throw new UsageError(`--${name} 须为不小于 0 的整数`);
  return number;
};

const report = (job: ImportJob, say: (line: string) => void): void => {
  if (job.stage === 'done') {
    const { statistics } = job;
    say(
      job.existing
        ? `  同一文件已导入过，图书编号 ${job.bookId}`
        : `  完成：图书编号 ${job.bookId}${statistics === undefined ? '' : `，${statistics.documents} 篇，${statistics.chars} 字，用时 ${(statistics.ms / 1000).toFixed(1)} 秒`}`,
    );
  } else
    say(
      `  未导入（${job.stage === 'refused' ? '文件不能接受' : job.stage === 'canceled' ? '已取消' : '服务器出错，可以重试'}）：${job.detail}`,
    );
  for (const finding of job.findings.slice(0, REPORT_LINES)) {
    const location = finding.path === undefined ? '' : `（${finding.path}${finding.line === undefined ? '' : ` 第 ${finding.line} 行`}）`;
    say(`  [${severityNames[finding.severity]}] ${finding.message}${finding.count > 1 ? ` ×${finding.count}` : ''}${location}`);
  }
  if (job.findings.length > REPORT_LINES) say(`  ……另有 ${job.findings.length - REPORT_LINES} 项，加 --json 可看全部`);
};

export const importBooks: PlatformCommand = {
  name: ['import'],
  usage:
    'import 文件… [--publish] [--access free|paid|codeOnly|institutionOnly] [--price-fen 分] [--trial-chapters 章数] [--category 学科] [--publisher 出版社] [--level 层次] [--book 图书编号]',
  summary: '导入 EPUB；--publish 立即上架，--book 作为已有图书的新版本',
  prepare(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        publish: { type: 'boolean', default: false },
        access: { type: 'string' },
        'price-fen': { type: 'string' },
        'trial-chapters': { type: 'string' },
        category: { type: 'string', multiple: true },
        publisher: { type: 'string' },
        level: { type: 'string' },
        book: { type: 'string' },
      },
    });
    if (positionals.length === 0) throw new UsageError('请写出要导入的文件');
    const access = accessModel.optional().safeParse(values.access);
    if (!access.success) throw new UsageError(`--access 须为 ${accessModel.options.join('、')} 之一`);
    const level = bookLevel.optional().safeParse(values.level);
    if (!level.success) throw new UsageError(`--level 须为 ${bookLevel.options.join('、')} 之一`);
    const publisher = values.publisher?.trim();
    const book = entityId.optional().safeParse(values.book);
    if (!book.success) throw new UsageError('--book 须为图书编号（26 位）');
    const priceFen = wholeNumber('price-fen', values['price-fen']);
    const trialChapters = wholeNumber('trial-chapters', values['trial-chapters']);
    return async (platform, say) => {
      const jobs: ImportJob[] = [];
      for (const file of positionals) {
        say(file);
        let last = '';
        const wanted = {
          publish: values.publish,
          ...(access.data === undefined ? {} : { accessModel: access.data }),
          ...(priceFen === undefined ? {} : { priceFen }),
          ...(trialChapters === undefined ? {} : { trialChapters }),
          ...(values.category === undefined ? {} : { categoryIds: values.category }),
          ...(publisher === undefined || publisher === '' ? {} : { publisher }),
          ...(level.data === undefined ? {} : { level: level.data }),
          ...(book.data === undefined ? {} : { bookId: book.data }),
          onProgress: ({ progress, detail }: { progress: number; detail: string }) => {
            const line = `  ${Math.round(progress * 100)}% ${detail}`;
            if (line !== last) say(line);
            last = line;
          },
        };
        const job = await importFile(importDependenciesOf(platform), resolveFile(file), wanted, 'commandLine');
        jobs.push(job);
        report(job, say);
      }
      return { ok: jobs.every((job) => job.stage === 'done'), data: jobs };
    };
  },
};
