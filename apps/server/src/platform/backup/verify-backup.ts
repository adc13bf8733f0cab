/** Reads a complete backup and compares every count and hash with its manifest. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { forEachAtMost } from '../../gateways/object-storage/object-storage.ts';
import { type BackupManifest, objectFileOf, readManifest, secretFileOf, tableFileOf } from './backup-manifest.ts';
import { digestDump } from './table-rows.ts';

const PARALLEL_READS = 8;

export const hashOfFile = async (file: string): Promise<{ sha256: string; bytes: number }> => {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  });
  return { sha256: hash.digest('hex'), bytes };
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the manifest and all findings, in Chinese. Throws `BackupError` if there is no readable manifest. */
export const verifyBackup = async (
  folder: string,
  report: (line: string) => void,
): Promise<{ manifest: BackupManifest; findings: string[] }> => {
  const manifest = await readManifest(folder);
  const findings: string[] = [];
  for (const table of manifest.tables) {
    try {
      const found = await digestDump(tableFileOf(folder, table.name));
      if (found.rows !== table.rows) findings.push(`数据表 ${table.name} 有 ${found.rows} 行，应为 ${table.rows} 行`);
      else if (found.sha256 !== table.sha256) findings.push(`数据表 ${table.name} 的内容已改变`);
    } catch (error) {
      findings.push(`数据表 ${table.name} 无法读取：${reasonOf(error)}`);
    }
  }
  report(`  已核对数据表 ${manifest.tables.length} 个`);
  await forEachAtMost(PARALLEL_READS, manifest.objects, async ({ sha256, bytes }) => {
    try {
      const found = await hashOfFile(objectFileOf(folder, sha256));
      if (found.sha256 !== sha256 || found.bytes !== bytes) findings.push(`文件 ${sha256} 的内容已改变`);
    } catch (error) {
      findings.push(`文件 ${sha256} 无法读取：${reasonOf(error)}`);
    }
  });
  report(`  已核对文件 ${manifest.objects.length} 个`);
  for (const { name, sha256 } of manifest.secrets) {
    try {
      if ((await hashOfFile(secretFileOf(folder, name))).sha256 !== sha256) findings.push(`密钥文件 ${name} 的内容已改变`);
    } catch (error) {
      findings.push(`密钥文件 ${name} 无法读取：${reasonOf(error)}`);
    }
  }
  return { manifest, findings };
};
