/** Writes the package of Debian and its relatives from the folder of an installed client, by `dpkg-deb`. */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { LINK_SCHEME } from '../main/deep-link.ts';
import { EXECUTABLE } from './install-runtime.ts';
import { PRODUCT_NAME } from './installer-config.ts';

const icons = path.resolve(import.meta.dirname, '..', '..', 'icons');

/** Libraries of Electron, with the names of current and of earlier systems. */
const DEPENDS = ['libgtk-3-0 | libgtk-3-0t64', 'libnss3', 'libasound2 | libasound2t64', 'libgbm1', 'libxss1', 'xdg-utils'];

export interface DebOptions {
  readonly version: string;
  /** Whether the client has the runtime of the tests. Its package and its entry in the menu then say so. */
  readonly isForTrial: boolean;
}

const controlOf = ({ version, isForTrial }: DebOptions): string =>
  [
    `Package: ${EXECUTABLE}`,
    // A version with a tilde is lower than that without, so that a release replaces a build for trying out.
    `Version: ${version}${isForTrial ? '~test' : ''}`,
    'Section: education',
    'Priority: optional',
    'Architecture: amd64',
    `Maintainer: ${PRODUCT_NAME} <noreply@localhost>`,
    `Depends: ${DEPENDS.join(', ')}`,
    `Description: ${PRODUCT_NAME}${isForTrial ? '（测试用）' : ''}`,
    ' 数字教材与课程平台的电脑客户端。',
    '',
  ].join('\n');

const desktopEntryOf = ({ isForTrial }: DebOptions): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${PRODUCT_NAME}${isForTrial ? '（测试用）' : ''}`,
    `Exec=/opt/${EXECUTABLE}/${EXECUTABLE} %U`,
    `Icon=${EXECUTABLE}`,
    'Terminal=false',
    'Categories=Education;',
    `StartupWMClass=${EXECUTABLE}`,
    `MimeType=x-scheme-handler/${LINK_SCHEME};`,
    '',
  ].join('\n');

/** Run after the installation. Electron's sandbox needs its own helper where the system lets no user create namespaces. */
const AFTER_INSTALL = `#!/bin/sh
set -e
if [ -f /opt/${EXECUTABLE}/chrome-sandbox ]; then chown root:root /opt/${EXECUTABLE}/chrome-sandbox && chmod 4755 /opt/${EXECUTABLE}/chrome-sandbox; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database -q /usr/share/applications || true; fi
`;

/** Writes the package `file` from the client in `folder`. Throws if `dpkg-deb` is missing or fails. */
export const writeDeb = async (folder: string, file: string, options: DebOptions): Promise<void> => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'shufang-deb-'));
  const at = (...parts: string[]): string => path.join(root, ...parts);
  try {
    // The folder of a temporary file is private, but the root of a package is that of the system.
    await chmod(root, 0o755);
    for (const each of [['DEBIAN'], ['opt'], ['usr', 'bin'], ['usr', 'share', 'applications']])
      await mkdir(at(...each), { recursive: true });
    await cp(folder, at('opt', EXECUTABLE), { recursive: true });
    await symlink(`../../opt/${EXECUTABLE}/${EXECUTABLE}`, at('usr', 'bin', EXECUTABLE));
    for (const name of (await readdir(icons)).filter((each) => each.endsWith('.png'))) {
      const target = at('usr', 'share', 'icons', 'hicolor', path.basename(name, '.png'), 'apps');
      await mkdir(target, { recursive: true });
      await cp(path.join(icons, name), path.join(target, `${EXECUTABLE}.png`));
    }
    await writeFile(at('usr', 'share', 'applications', `${EXECUTABLE}.desktop`), desktopEntryOf(options));
    await writeFile(at('DEBIAN', 'control'), controlOf(options));
    await writeFile(at('DEBIAN', 'postinst'), AFTER_INSTALL, { mode: 0o755 });
    await promisify(execFile)('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', root, file]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};
