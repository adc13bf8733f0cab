/**
 * Returns the message that an operator reads when the server does not start or a command fails: what is wrong and which setting fixes it.
 */
import { CodedError } from '@shufang/contract';
import { ReleaseError } from '../features/release/release-error.ts';
import { ObjectStorageUnavailableError } from '../gateways/object-storage/object-storage.ts';
import { BackupError } from '../platform/backup/backup-manifest.ts';
import { ConfigError } from '../platform/config-error.ts';
import { EmbeddedPostgresError } from '../platform/embedded-postgres/embedded-postgres-error.ts';
import { MigrationError } from '../platform/migrate.ts';
import { UsageError } from './cli/command.ts';

interface SystemError extends Error {
  readonly code: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly port?: number;
}

/** Classes of errors whose message is written for the operator. */
const OURS = [BackupError, CodedError, ConfigError, EmbeddedPostgresError, MigrationError, ReleaseError, UsageError];

/** Returns the first error of the cause chain that has a code. Several attempts of one connection are one `AggregateError`. */
const systemErrorOf = (error: unknown, depth = 0): SystemError | undefined => {
  if (!(error instanceof Error) || depth > 5) return undefined;
  if ('code' in error && typeof error.code === 'string') return error as SystemError;
  return systemErrorOf(error.cause, depth + 1) ?? (error instanceof AggregateError ? systemErrorOf(error.errors[0], depth + 1) : undefined);
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

const explainSystemError = (systemError: SystemError): string | undefined => {
  const listening = systemError.syscall === 'listen' || systemError.syscall === 'bind';
  const port = systemError.port === undefined ? '端口' : `端口 ${systemError.port} `;
  if (systemError.code === 'EADDRINUSE')
    return `${port}已被占用：请关闭占用它的程序，或用环境变量 PORT 换一个端口，例如 PORT=8090 npm start`;
  if (systemError.code === 'EADDRNOTAVAIL') return '这台机器没有 HOST 所写的地址：请检查环境变量 HOST';
  if (systemError.code === 'EACCES' && listening) return `没有权限使用${port.trim()}：请用环境变量 PORT 换一个 1024 以上的端口`;
  // `EISDIR` is handled before `path` is checked: if a folder is read as a file, Node's error does not contain the path.
  if (systemError.code === 'EISDIR') return `${systemError.path ?? '所写的路径'} 是一个文件夹，这里需要文件`;
  if (systemError.path === undefined) return undefined;
  if (systemError.code === 'ENOENT') return `找不到文件 ${systemError.path}`;
  if (systemError.code === 'ENOTDIR') return `${systemError.path} 的上一级不是文件夹`;
  if (systemError.code === 'EACCES' || systemError.code === 'EPERM') return `没有权限读取或写入 ${systemError.path}`;
  return undefined;
};

/** Returns whether the S3 server responded with HTTP 403. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof Error && '$metadata' in cause && (cause.$metadata as { httpStatusCode?: number }).httpStatusCode === 403;

/** Returns one sentence if the operator can fix the error. Any other error is unexpected, so its stack is returned. */
export const explainFailure = (error: unknown): string => {
  if (OURS.some((kind) => error instanceof kind)) return (error as Error).message;
  const systemError = systemErrorOf(error);
  if (error instanceof ObjectStorageUnavailableError) {
    const reason = error.cause instanceof Error ? error.cause.name : '';
    const advice = '请检查 S3_ENDPOINT、S3_BUCKET 和密钥，以及存储服务是否已启动';
    // The response to HEAD has no body, so the error code of the object store is unknown.
    const more = isRefusal(error.cause) ? '；还要检查 S3_REGION，并对桶名须写在主机名里的服务（如阿里云 OSS）设 S3_PATH_STYLE=0' : '';
    return `对象存储不可用${reason === '' ? '' : `（${systemError?.code ?? reason}）`}：${advice}${more}`;
  }
  const sentence = systemError === undefined ? undefined : (DATABASE[systemError.code] ?? explainSystemError(systemError));
  if (sentence !== undefined) return sentence;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
