/** The sentence an operator reads when the server does not start or a command fails: what is wrong and which setting mends it. */
import { CodedError } from '@shufang/contract';
import { ReleaseError } from '../features/release/release-error.ts';
import { ObjectStorageUnavailableError } from '../gateways/object-storage/object-storage.ts';
import { BackupError } from '../platform/backup/backup-manifest.ts';
import { ConfigError } from '../platform/config-error.ts';
import { EmbeddedPostgresError } from '../platform/embedded-postgres/embedded-postgres-error.ts';
import { MigrationError } from '../platform/migrate.ts';
import { UsageError } from './cli/command.ts';

interface Fault extends Error {
  readonly code: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly port?: number;
}

/** Errors whose message was written for the operator. */
const OURS = [BackupError, CodedError, ConfigError, EmbeddedPostgresError, MigrationError, ReleaseError, UsageError];

/** The first error of the chain with a code; several tries of one connection come as one error with many inside. */
const faultOf = (error: unknown, depth = 0): Fault | undefined => {
  if (!(error instanceof Error) || depth > 5) return undefined;
  if ('code' in error && typeof error.code === 'string') return error as Fault;
  return faultOf(error.cause, depth + 1) ?? (error instanceof AggregateError ? faultOf(error.errors[0], depth + 1) : undefined);
};

const DATABASE: Readonly<Record<string, string>> = {
  ENOTFOUND: '找不到数据库所在的主机：请检查 DATABASE_URL 中的主机名',
  EAI_AGAIN: '找不到数据库所在的主机：请检查 DATABASE_URL 中的主机名和网络',
  ECONNREFUSED: '连接不上数据库：请检查数据库是否已启动，以及 DATABASE_URL 中的主机和端口',
  ECONNRESET: '数据库断开了连接：请检查数据库是否正常，以及 DATABASE_URL 是否要求加密连接',
  ETIMEDOUT: '连接数据库超时：请检查网络，以及 DATABASE_URL 中的主机和端口',
  '28P01': '数据库拒绝登录，用户名或密码不对：请检查 DATABASE_URL',
  '28000': '数据库拒绝登录，不允许该用户从这里连接：请检查 DATABASE_URL 和数据库的访问规则（pg_hba.conf）',
  '3D000': '数据库中没有这个库：请先创建它，或检查 DATABASE_URL 末尾的库名',
  '57P03': '数据库正在启动或停止，请稍后再试',
};

const explainSystemFault = (fault: Fault): string | undefined => {
  const listening = fault.syscall === 'listen' || fault.syscall === 'bind';
  const port = fault.port === undefined ? '端口' : `端口 ${fault.port} `;
  if (fault.code === 'EADDRINUSE') return `${port}已被占用：请关闭占用它的程序，或用环境变量 PORT 换一个端口，例如 PORT=8090 npm start`;
  if (fault.code === 'EADDRNOTAVAIL') return '这台机器没有 HOST 所写的地址：请检查环境变量 HOST';
  if (fault.code === 'EACCES' && listening) return `没有权限使用${port.trim()}：请用环境变量 PORT 换一个 1024 以上的端口`;
  // Reading a folder, Node does not say which.
  if (fault.code === 'EISDIR') return `${fault.path ?? '所写的路径'} 是一个文件夹，这里需要文件`;
  if (fault.path === undefined) return undefined;
  if (fault.code === 'ENOENT') return `找不到文件 ${fault.path}`;
  if (fault.code === 'ENOTDIR') return `${fault.path} 的上一级不是文件夹`;
  if (fault.code === 'EACCES' || fault.code === 'EPERM') return `没有权限读取或写入 ${fault.path}`;
  return undefined;
};

/** One sentence where the operator can mend it; anything else keeps its stack, because it is a fault of ours. */
export const explainFailure = (error: unknown): string => {
  if (OURS.some((kind) => error instanceof kind)) return (error as Error).message;
  const fault = faultOf(error);
  if (error instanceof ObjectStorageUnavailableError) {
    const reason = error.cause instanceof Error ? error.cause.name : '';
    return `对象存储不可用${reason === '' ? '' : `（${fault?.code ?? reason}）`}：请检查 S3_ENDPOINT、S3_BUCKET 和密钥，以及存储服务是否已启动`;
  }
  const sentence = fault === undefined ? undefined : (DATABASE[fault.code] ?? explainSystemFault(fault));
  if (sentence !== undefined) return sentence;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
