/** The commands that back up everything, check a backup, and restore one into an empty place. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { recordAct } from '../../platform/audit.ts';
import { restoreBackup } from '../../platform/backup/restore-backup.ts';
import { verifyBackup } from '../../platform/backup/verify-backup.ts';
import { writeBackup } from '../../platform/backup/write-backup.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { createCommandLogger } from '../../platform/logger.ts';
import { MIGRATIONS_FOLDER, openStores, secretsFolderOf } from '../open-stores.ts';
import { type BareCommand, resolveFile, UsageError } from './command.ts';

/** Refused imports keep their row but need not keep their file. */
export const PASSING_OBJECTS = ['import_job.sha256'];
/** Rows that migrations or a first start bring do not make a place used; people and books do. */
const TABLES_OF_PLACE = ['user_account', 'book'];
const SHOWN_FAULTS = 20;

const appVersion = (): string => {
  const file = path.join(import.meta.dirname, '..', '..', '..', 'package.json');
  return String((JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown }).version);
};

const oneFolder = (args: readonly string[]): string => {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const [folder, more] = positionals;
  if (folder === undefined || more !== undefined) throw new UsageError('请写出备份所在的一个文件夹');
  return resolveFile(folder);
};

const sayKeyAdvice = (config: Config, say: (line: string) => void): void => {
  if (config.secretKey !== undefined) say('提示：SECRET_KEY 来自环境变量，不在备份中，请另行妥善保存；恢复后须使用同一个值。');
};

export const backup: BareCommand = {
  words: ['backup'],
  usage: 'backup 文件夹',
  summary: '备份数据库、文件与密钥；服务可以同时运行。备份含密钥，请妥善保管',
  prepareBare(args) {
    const folder = oneFolder(args);
    return async (env, say) => {
      const config = readConfig(env);
      const stores = await openStores(config, createCommandLogger(), false);
      try {
        say(`备份到 ${folder}`);
        const source = { ...stores, secretsFolder: secretsFolderOf(config), appVersion: appVersion(), passingObjects: PASSING_OBJECTS };
        const manifest = await writeBackup(source, folder, say);
        for (const sha256 of manifest.missingObjects.slice(0, SHOWN_FAULTS)) say(`✗ 数据库提到的文件不在存储中：${sha256}`);
        sayKeyAdvice(config, say);
        say(
          manifest.missingObjects.length === 0
            ? '备份完成'
            : `备份已保存，但存储中缺少 ${manifest.missingObjects.length} 个文件，请运行 doctor --all 检查`,
        );
        return { ok: manifest.missingObjects.length === 0, data: { folder, ...manifest, objects: manifest.objects.length } };
      } finally {
        await stores.close();
      }
    };
  },
};

export const backupVerify: BareCommand = {
  words: ['backup', 'verify'],
  usage: 'backup verify 文件夹',
  summary: '重新读取整个备份，核对每个数据表与文件',
  prepareBare(args) {
    const folder = oneFolder(args);
    return async (_env, say) => {
      say(`核对 ${folder}`);
      const { manifest, faults } = await verifyBackup(folder, say);
      for (const fault of faults.slice(0, SHOWN_FAULTS)) say(`✗ ${fault}`);
      say(faults.length === 0 ? `✓ 备份完好（${manifest.createdAt}）` : `✗ 备份有 ${faults.length} 处损坏，请不要依靠它`);
      return { ok: faults.length === 0, data: { folder, createdAt: manifest.createdAt, faults } };
    };
  },
};

export const restore: BareCommand = {
  words: ['restore'],
  usage: 'restore 文件夹',
  summary: '把备份恢复到空的位置（先停止服务）；失败时不留下任何内容',
  prepareBare(args) {
    const folder = oneFolder(args);
    return async (env, say) => {
      const config = readConfig(env);
      const stores = await openStores(config, createCommandLogger(), true);
      try {
        say(`从 ${folder} 恢复`);
        const place = {
          ...stores,
          secretsFolder: secretsFolderOf(config),
          migrationsFolder: MIGRATIONS_FOLDER,
          tablesOfPlace: TABLES_OF_PLACE,
        };
        const manifest = await restoreBackup(place, folder, say);
        // The log that was restored ends with its own restoring.
        const target = { kind: 'backup', id: manifest.createdAt } as const;
        const after = { tables: manifest.tables.length, objects: manifest.objects.length, missing: manifest.missingObjects.length };
        await recordAct(stores.db.orm, 'commandLine', { act: 'backup.restore', target, after }, systemClock.now());
        sayKeyAdvice(config, say);
        if (manifest.missingObjects.length > 0) say(`提示：备份时已缺少 ${manifest.missingObjects.length} 个文件，恢复后仍然缺少。`);
        say('恢复完成，现在可以启动服务');
        return { ok: true, data: { folder, createdAt: manifest.createdAt, tables: manifest.tables, objects: manifest.objects.length } };
      } finally {
        await stores.close();
      }
    };
  },
};
