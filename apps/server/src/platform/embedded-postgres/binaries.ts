/** Finds the PostgreSQL programs of the npm package for this platform and makes them run without any install script. */
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
  /** What the programs need in their environment to find their libraries. */
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
 * The package keeps its library names (`libicuuc.so.60`) in a list from which an install script makes links. Where scripts
 * are blocked we make the same links in `linksFolder` instead, so that installing needs no script and nothing in
 * `node_modules` is touched.
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

/** musl shows itself by the absence of a glibc version. */
const runsOnMusl = (): boolean => {
  if (process.platform !== 'linux' || process.report === undefined) return false;
  // Without this the report resolves the address of every open socket. @types/node does not know the setting yet.
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
      // Messages in English: `explainOutput` reads them.
      LC_MESSAGES: 'C',
      TZ: 'UTC',
      ...(process.platform === 'win32'
        ? { SystemRoot: process.env['SystemRoot'] ?? '', TEMP: process.env['TEMP'] ?? '' }
        : { [variable]: libraryPath }),
    },
  };
};

/** What keeps `user` from running the programs; undefined when nothing does. */
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
  /** Where links to libraries may be made. */
  linksFolder: string;
  /** Who will run the programs; undefined: who we are. */
  user: OrdinaryUser | undefined;
  /** Where the npm package lies; found by its name when left out. */
  packageFolder?: string;
}

/**
 * Finds the programs and proves that `user` can run them; when we are root and the project lies where `user` cannot go, a copy in
 * the temporary folder takes their place. Throws `EmbeddedPostgresError`.
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
