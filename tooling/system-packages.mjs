// Debian packages the tests need: a browser to drive, fonts to draw Chinese. Installed by apt when we are root on Debian; otherwise named.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const needed = [
  { package: 'chromium', present: () => existsSync('/usr/bin/chromium') },
  { package: 'fonts-noto-cjk', present: () => existsSync('/usr/share/doc/fonts-noto-cjk') },
];

/** Returns nothing when all is there; ends the process with the names of what to install when it cannot install them itself. */
export const ensureSystemPackages = () => {
  const missing = needed.filter((item) => !item.present()).map((item) => item.package);
  if (missing.length === 0) return;
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (canInstall) {
    console.log(`正在安装系统软件包：${missing.join('、')}`);
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env: environment });
    const result = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    });
    if (result.status === 0) return;
  }
  console.error(`测试需要以下软件包，请先安装：${missing.join('、')}（Debian/Ubuntu：sudo apt-get install ${missing.join(' ')}）`);
  process.exit(1);
};
