/** Errors of starting the embedded PostgreSQL, each with a Chinese message for the user who starts the server. */

export type EmbeddedPostgresFailure =
  | 'unsupportedPlatform'
  | 'musl'
  | 'binariesUnreachable'
  | 'copyTaken'
  | 'folderNotWritable'
  | 'folderNotEnterable'
  | 'otherVersion'
  | 'inUse'
  | 'busy'
  | 'diskFull'
  | 'socketPathTooLong'
  | 'socketFolderTaken'
  | 'passwordLost'
  | 'startFailed';

const USE_EXTERNAL = '也可以设置 DATABASE_URL，改用已有的 PostgreSQL（15 或更高版本）。';

/** Chinese messages; `subject` is the platform, folder, process or version that the message names. */
const sentences: Record<EmbeddedPostgresFailure, (subject: string) => string> = {
  unsupportedPlatform: (platform) => `没有适用于 ${platform} 的内置数据库，或它没有安装（请不要用 --omit=optional 安装）。${USE_EXTERNAL}`,
  musl: () => `内置数据库需要 glibc，而这个系统（例如 Alpine）使用 musl。请换用 Debian 一类的系统。${USE_EXTERNAL}`,
  binariesUnreachable: (folder) =>
    `内置数据库的程序无法运行：${folder}。以 root 启动时数据库改用普通用户运行，该用户必须能进入程序所在的文件夹；请把程序放到 /opt 这类普通用户可进入的位置，或改用普通用户启动。${USE_EXTERNAL}`,
  copyTaken: (folder) =>
    `临时文件夹里的 ${folder} 属于另一个用户或可被他人改写，不能从那里运行数据库。请删除它，或把 TMPDIR 设为自己的文件夹。`,
  folderNotWritable: (folder) => `数据文件夹不可写：${folder}。请检查它的权限，或用 DATA_DIR 指定另一个文件夹。`,
  folderNotEnterable: (folder) =>
    `以 root 启动时数据库改用普通用户运行，但该用户进不了数据文件夹：${folder}。请用 DATA_DIR 指定普通用户可进入的位置（例如 /var/lib/shufang），或改用普通用户启动。`,
  otherVersion: (versions) =>
    `数据文件夹由另一版本的 PostgreSQL 创建（${versions}），不能直接打开。请用原来的程序版本备份（backup），再在新的文件夹恢复（restore）。`,
  inUse: (folder) => `数据文件夹正在被另一个书房服务使用：${folder}。请先停止那个服务，或用 DATA_DIR 指定另一个文件夹。`,
  busy: (folder) => `另一个进程正在启动或停止这个文件夹的数据库：${folder}。请稍候再试。`,
  diskFull: (folder) => `磁盘空间不足，数据库无法启动：${folder}。请清理磁盘后再启动，已保存的数据不受影响。`,
  socketPathTooLong: (file) => `数据库套接字的路径过长：${file}。请用 DATA_DIR 指定更短的路径，或把 TMPDIR 设为较短的文件夹。`,
  socketFolderTaken: (folder) =>
    `临时文件夹里的 ${folder} 属于另一个用户，不能用来存放数据库套接字。请删除它，或把 TMPDIR 设为自己的文件夹。`,
  passwordLost: (file) => `数据库的密码文件缺失或与数据库不符：${file}。请从备份恢复这个文件。`,
  startFailed: (reason) => `内置数据库没有启动成功：${reason}`,
};

/** An error of starting the embedded PostgreSQL, with a Chinese message; `cause` is the original error. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly failure: EmbeddedPostgresFailure;
  constructor(failure: EmbeddedPostgresFailure, subject = '', options?: ErrorOptions) {
    super(sentences[failure](subject), options);
    this.failure = failure;
  }
}

export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Returns an `EmbeddedPostgresError` for a file system error on `folder`; any other error unchanged. */
export const explainFileError = (error: unknown, folder: string): unknown => {
  const code = systemCodeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new EmbeddedPostgresError('diskFull', folder, { cause: error });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR') {
    return new EmbeddedPostgresError('folderNotWritable', folder, { cause: error });
  }
  return error;
};

/** Returns the error that the output of PostgreSQL's programs describes. */
export const explainOutput = (output: string, folder: string): EmbeddedPostgresError => {
  const cause = new Error(output.trim());
  if (/No space left on device|Disk quota exceeded/i.test(output)) return new EmbeddedPostgresError('diskFull', folder, { cause });
  if (/database files are incompatible with server/i.test(output)) return new EmbeddedPostgresError('otherVersion', folder, { cause });
  if (/lock file ".*" already exists/i.test(output)) return new EmbeddedPostgresError('inUse', folder, { cause });
  if (/Unix-domain socket path ".*" is too long/i.test(output)) return new EmbeddedPostgresError('socketPathTooLong', folder, { cause });
  if (/Permission denied/i.test(output)) return new EmbeddedPostgresError('folderNotEnterable', folder, { cause });
  const lines = output.trim().split('\n').slice(-3).join(' / ');
  return new EmbeddedPostgresError('startFailed', lines === '' ? folder : lines, { cause });
};
