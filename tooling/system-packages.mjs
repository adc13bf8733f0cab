// Debian packages the tests need: two browsers to drive and a screen for one of them, fonts to draw Chinese, a Redis of their own, the list of
// processes, certificates. Installed by apt when we are root on Debian; otherwise named.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const needed = [
  { package: 'chromium', present: () => existsSync('/usr/bin/chromium') },
  { package: 'webkit2gtk-driver', present: () => existsSync('/usr/bin/WebKitWebDriver') },
  { package: 'xvfb', present: () => existsSync('/usr/bin/Xvfb') },
  { package: 'fonts-noto-cjk', present: () => existsSync('/usr/share/doc/fonts-noto-cjk') },
  { package: 'redis-server', present: () => existsSync('/usr/bin/redis-server') },
  { package: 'procps', present: () => existsSync('/usr/bin/ps') },
  { package: 'openssl', present: () => existsSync('/usr/bin/openssl') },
];

/** True when all is there; else it has named what to install, because it cannot install it itself. */
export const ensureSystemPackages = () => {
  const missing = needed.filter((item) => !item.present()).map((item) => item.package);
  if (missing.length === 0) return true;
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (canInstall) {
    console.log(`正在安装系统软件包：${missing.join('、')}`);
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env: environment });
    const result = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    });
    if (result.status === 0) return true;
  }
  console.error(`测试需要以下软件包，请先安装：${missing.join('、')}（Debian/Ubuntu：sudo apt-get install ${missing.join(' ')}）`);
  return false;
};
