// Installs the Debian packages that the tests need: three browsers, a virtual screen with a window manager, a key store and the libraries of Electron,
// Chinese fonts, Redis, `ps`, certificates, and a voice. They are installed by apt when running as root on Debian; otherwise their names are
// printed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Libraries of the Electron runtime, which exists for x64 only. The other ones come with Chromium. */
const electronLibraries = process.arch === 'x64' ? [{ package: 'libgtk-3-0', file: '/usr/lib/x86_64-linux-gnu/libgtk-3.so.0' }] : [];

const needed = [
  { package: 'chromium', file: '/usr/bin/chromium' },
  { package: 'chromium-headless-shell', file: '/usr/bin/chromium-headless-shell' },
  { package: 'webkit2gtk-driver', file: '/usr/bin/WebKitWebDriver' },
  { package: 'xvfb', file: '/usr/bin/Xvfb' },
  { package: 'openbox', file: '/usr/bin/openbox' },
  { package: 'dbus-daemon', file: '/usr/bin/dbus-daemon' },
  { package: 'gnome-keyring', file: '/usr/bin/gnome-keyring-daemon' },
  ...electronLibraries,
  { package: 'fonts-noto-cjk', file: '/usr/share/doc/fonts-noto-cjk' },
  { package: 'redis-server', file: '/usr/bin/redis-server' },
  { package: 'procps', file: '/usr/bin/ps' },
  { package: 'openssl', file: '/usr/bin/openssl' },
  { package: 'espeak-ng', file: '/usr/bin/espeak-ng' },
];

/**
 * Functions of this machine; tests pass others.
 * @type {{ exists: (file: string) => boolean, isRoot: () => boolean, run: (command: string, args: string[], options: object) => number |
 * null }}
 */
const thisMachine = {
  exists: existsSync,
  isRoot: () => process.getuid?.() === 0,
  run: (command, args, options) => spawnSync(command, args, options).status,
};

/** Returns true if all packages are installed at the end. Otherwise prints the missing ones. */
export const ensureSystemPackages = (machine = thisMachine) => {
  const missing = needed.filter(({ file }) => !machine.exists(file)).map((item) => item.package);
  if (missing.length === 0) return true;
  if (machine.isRoot() && machine.exists('/usr/bin/apt-get')) {
    console.log(`正在安装系统软件包：${missing.join('、')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    machine.run('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    const status = machine.run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
    if (status === 0) return true;
  }
  console.error(`测试需要以下软件包，请先安装：${missing.join('、')}（Debian/Ubuntu：sudo apt-get install ${missing.join(' ')}）`);
  return false;
};
