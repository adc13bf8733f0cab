import { expect, it } from 'vitest';
import { EmbeddedPostgresError, explainFileError, explainOutput } from './embedded-postgres-error.ts';

it.each([
  ['diskFull', 'initdb: error: could not write to file "pg_wal/xlogtemp.1": No space left on device'],
  ['otherVersion', 'FATAL:  database files are incompatible with server'],
  ['inUse', 'FATAL:  lock file "postmaster.pid" already exists'],
  ['socketPathTooLong', 'FATAL:  Unix-domain socket path "/a/b" is too long (maximum 107 bytes)'],
  ['folderNotEnterable', 'initdb: error: could not access directory "/x": Permission denied'],
  ['startFailed', 'something never seen before'],
])('identifies the failure %s by the output of PostgreSQL', (failure, output) => {
  const error = explainOutput(output, '/var/lib/shufang');
  expect(error.failure).toBe(failure);
  expect(error.message).toMatch(/[一-鿿]/);
  expect(error.cause).toMatchObject({ message: output });
});

it.each([
  ['ENOSPC', 'diskFull'],
  ['EACCES', 'folderNotWritable'],
  ['EROFS', 'folderNotWritable'],
])('identifies the file system failure %s', (code, failure) => {
  const explained = explainFileError(Object.assign(new Error(code), { code }), '/var/lib/shufang');
  expect(explained).toMatchObject({ failure });
  expect(explained).toBeInstanceOf(EmbeddedPostgresError);
});

it('passes through unknown errors', () => {
  const strange = new Error('strange');
  expect(explainFileError(strange, '/')).toBe(strange);
});
