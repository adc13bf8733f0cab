/** Commands that make a backup, verify a backup, and restore one into an empty installation. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { recordAuditEvent } from '../../features/audit/audit-events.ts';
import { recordManualBackup } from '../../platform/backup/backup-runs.ts';
import { restoreBackup } from '../../platform/backup/restore-backup.ts';
import { verifyBackup } from '../../platform/backup/verify-backup.ts';
import { writeBackup } from '../../platform/backup/write-backup.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { createCommandLogger } from '../../platform/logger.ts';
import { MIGRATIONS_FOLDER, openStores, secretsFolderOf } from '../open-stores.ts';
import { type BareCommand, resolveFile, UsageError } from './command.ts';

/**
 * The columns whose objects may be missing in a backup: a rejected import keeps its row but not necessarily its file, and an
 * upload can end while the backup is written.
 */
export const PASSING_OBJECTS = ['release_upload_part.sha256', 'import_job.sha256'];
/** Tables whose rows show that an installation is in use; rows that migrations or the first start insert do not count. */
const TABLES_OF_USE = ['user_account', 'book'];
const SHOWN_FINDINGS_MAX = 20;

export const appVersion = (): string => {
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
  name: ['backup'],
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
        const startedAt = systemClock.now();
        const manifest = await writeBackup(source, folder, say);
        await recordManualBackup(stores.db.orm, {
          folder,
          missingObjects: manifest.missingObjects.length,
          startedAt,
          endedAt: systemClock.now(),
        });
        for (const sha256 of manifest.missingObjects.slice(0, SHOWN_FINDINGS_MAX)) say(`✗ 数据库提到的文件不在存储中：${sha256}`);
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
  name: ['backup', 'verify'],
  usage: 'backup verify 文件夹',
  summary: '重新读取整个备份，核对每个数据表与文件',
  prepareBare(args) {
    const folder = oneFolder(args);
    return async (_env, say) => {
      say(`核对 ${folder}`);
      const { manifest, findings } = await verifyBackup(folder, say);
      for (const finding of findings.slice(0, SHOWN_FINDINGS_MAX)) say(`✗ ${finding}`);
      say(findings.length === 0 ? `✓ 备份完好（${manifest.createdAt}）` : `✗ 备份有 ${findings.length} 处损坏，请不要依靠它`);
      return { ok: findings.length === 0, data: { folder, createdAt: manifest.createdAt, findings } };
    };
  },
};

export const restore: BareCommand = {
  name: ['restore'],
  usage: 'restore 文件夹',
  summary: '把备份恢复到空的位置（先停止服务）；失败时不留下任何内容',
  prepareBare(args) {
    const folder = oneFolder(args);
    return async (env, say) => {
      const config = readConfig(env);
      const stores = await openStores(config, createCommandLogger(), true);
      try {
        say(`从 ${folder} 恢复`);
        const destination = {
          ...stores,
          secretsFolder: secretsFolderOf(config),
          migrationsFolder: MIGRATIONS_FOLDER,
          tablesThatMustBeEmpty: TABLES_OF_USE,
        };
        const manifest = await restoreBackup(destination, folder, say);
        // The restore is recorded as the last event of the restored audit log.
        const target = { kind: 'backup', id: manifest.createdAt } as const;
        const after = { tables: manifest.tables.length, objects: manifest.objects.length, missing: manifest.missingObjects.length };
        await recordAuditEvent(stores.db.orm, 'commandLine', { action: 'backup.restore', target, after }, systemClock.now());
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
